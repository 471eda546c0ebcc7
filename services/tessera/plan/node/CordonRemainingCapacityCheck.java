package tessera.plan.node;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.gpu.AcceleratorCatalogEntry;
import tessera.kube.quantity.ResourceAmounts;
import tessera.model.NodeSummary;
import tessera.model.NodeWithBoundPods;
import tessera.model.PodSummary;
import tessera.plan.context.NodeAndPodPlannerInput;
import tessera.plan.context.PlanTargetNode;

/** Warns about the capacity that is left for pods once some nodes are cordoned. */
final class CordonRemainingCapacityCheck {

    private static final String CONTROL = "node-role.kubernetes.io/control-plane";

    private CordonRemainingCapacityCheck() {}

    /** Returns a warning for each kind of node of which none stays schedulable. */
    static List<CordonWarning> warnings(NodeAndPodPlannerInput input, List<PlanTargetNode> nodes) {
        var closed = nodes.stream().map(PlanTargetNode::name).collect(Collectors.toSet());
        if (losesLast(input, closed, _ -> true)) {
            return List.of(new CordonWarning.LastSchedulableNode(countPending(input, _ -> true)));
        }
        var warnings = new ArrayList<CordonWarning>();
        // Who wants those of one maker is not helped by those of another.
        for (var kind : computeKinds(input).filter(kind -> losesLastOfKind(kind, input, closed)).toList()) {
            warnings.add(new CordonWarning.LastSchedulableGpuNode(kind.vendor(), kind.gpus(),
                    countPending(input, pod -> hasDevice(input, pod.requests(), kind))));
        }
        if (losesLast(input, closed, node -> node.labels().containsKey(CONTROL))) {
            warnings.add(new CordonWarning.LastSchedulableControlPlane());
        }
        return warnings;
    }

    private static boolean losesLastOfKind(DeviceKind kind, NodeAndPodPlannerInput input, Set<String> closed) {
        return losesLast(input, closed, node -> hasDevice(input, node.allocatable(), kind));
    }

    /** Returns whether such nodes are schedulable now, and none will be. */
    private static boolean losesLast(NodeAndPodPlannerInput input, Set<String> closed, Predicate<NodeSummary> such) {
        var open = input.snapshot().nodes().stream().map(NodeWithBoundPods::nodeSummary)
                .filter(node -> such.test(node) && node.isReady() && !node.unschedulable()).map(NodeSummary::name)
                .toList();
        return !open.isEmpty() && closed.containsAll(open);
    }

    private static Stream<DeviceKind> computeKinds(NodeAndPodPlannerInput input) {
        return input.snapshot().nodes().stream().flatMap(node -> node.nodeSummary().allocatable().names().stream())
                .flatMap(name -> kindOf(name, input).stream()).distinct()
                .sorted(Comparator.comparing(DeviceKind::vendor).thenComparing(DeviceKind::gpus));
    }

    private static boolean hasDevice(NodeAndPodPlannerInput input, ResourceAmounts resources, DeviceKind kind) {
        return resources.names().stream().filter(name -> resources.get(name) > 0)
                .anyMatch(name -> kindOf(name, input).filter(kind::equals).isPresent());
    }

    private static Optional<DeviceKind> kindOf(String resource, NodeAndPodPlannerInput input) {
        return input.accelerators().acceleratorOf(resource).filter(AcceleratorCatalogEntry::isCompute)
                .map(one -> new DeviceKind(one.vendor(), one.isCalledGpu()));
    }

    private static long countPending(NodeAndPodPlannerInput input, Predicate<PodSummary> such) {
        return input.snapshot().unbound().stream().filter(pod -> !pod.phase().isTerminal() && such.test(pod)).count();
    }

    /** The devices of one vendor that can stand in for one another. */
    private record DeviceKind(String vendor, boolean gpus) {}
}
