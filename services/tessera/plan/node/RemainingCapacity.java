package tessera.plan.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.model.NodeFacts;
import tessera.model.NodeInfo;
import tessera.model.PodFacts;
import tessera.model.ResourceAmounts;
import tessera.plan.context.NodeObject;
import tessera.plan.context.PlanSurvey;

/** What is left of a cluster for further pods once some of its nodes are closed. */
final class RemainingCapacity {

    private static final String CONTROL = "node-role.kubernetes.io/control-plane";

    private RemainingCapacity() {}

    /** A sentence without a full stop for each kind of node of which none stays open that was; none while some do. */
    static List<String> warnings(PlanSurvey survey, List<NodeObject> nodes) {
        var closed = nodes.stream().map(NodeObject::name).collect(Collectors.toSet());
        var warnings = new ArrayList<String>();
        if (none(survey, closed, _ -> true)) {
            warnings.add("No node of the cluster takes pods then: whatever ends anywhere waits%s"
                    .formatted(waiting(survey, _ -> true)));
            return warnings;
        }
        // Who wants those of one maker is not helped by those of another.
        vendors(survey).filter(vendor -> none(survey, closed, node -> made(survey, node.allocatable(), vendor)))
                .forEach(vendor -> warnings.add("No node with GPUs of %s takes pods then: whatever wants one waits%s"
                        .formatted(vendor, waiting(survey, pod -> made(survey, pod.requests(), vendor)))));
        if (none(survey, closed, node -> node.labels().containsKey(CONTROL))) {
            warnings.add("No node of the control plane takes pods then");
        }
        return warnings;
    }

    /** Whether there are such nodes open now, and none will be. */
    private static boolean none(PlanSurvey survey, Set<String> closed, Predicate<NodeFacts> such) {
        var open = survey.snapshot().nodes().stream().map(NodeInfo::facts)
                .filter(node -> such.test(node) && node.ready() && !node.unschedulable()).map(NodeFacts::name).toList();
        return !open.isEmpty() && closed.containsAll(open);
    }

    private static Stream<String> vendors(PlanSurvey survey) {
        return survey.snapshot().nodes().stream().flatMap(node -> node.facts().allocatable().names().stream())
                .flatMap(name -> survey.accelerators().of(name).stream()).filter(one -> one.computes())
                .map(one -> one.vendor()).distinct().sorted();
    }

    private static boolean made(PlanSurvey survey, ResourceAmounts resources, String vendor) {
        return resources.names().stream().anyMatch(name -> resources.get(name) > 0 && survey.accelerators().of(name)
                .filter(one -> one.computes() && one.vendor().equals(vendor)).isPresent());
    }

    private static String waiting(PlanSurvey survey, Predicate<PodFacts> such) {
        long count = survey.snapshot().unbound().stream().filter(pod -> !pod.phase().terminal() && such.test(pod))
                .count();
        return count == 0 ? "" : count == 1 ? ", as 1 pod does already" : ", as %d pods do already".formatted(count);
    }
}
