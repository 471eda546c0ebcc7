package tessera.scheduling;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tessera.model.NodeFacts;
import tessera.scheduling.ShareRules.ShareAnswer;
import tessera.scheduling.spec.PodSchedulingSpec;

/** What kubelets make of a pod that is placed and has a container that asks for several shares of a device. Pure. */
final class ShareCheck {

    private final PodSchedulingSpec wish;
    private final ShareRules rules;
    private final List<String> several;

    ShareCheck(PodSchedulingSpec wish, ShareRules rules) {
        this.wish = wish;
        this.rules = rules;
        several = asked(wish);
    }

    private static List<String> asked(PodSchedulingSpec wish) {
        return wish.largest().names().stream()
                .filter(name -> name.contains("/") && wish.largest().get(name) > 1).toList();
    }

    /** Whether how plugins are configured matters to a pod. */
    static boolean concerns(PodSchedulingSpec wish) {
        return !asked(wish).isEmpty();
    }

    /** What the kubelet of a node refuses that the scheduler does not know of. */
    List<FilterFailure> objections(SchedulerNode room) {
        return several.stream()
                .filter(name -> room.allocatable(name) > 0 && answer(room.facts(), name) == ShareAnswer.REFUSES)
                .map(name -> FilterFailure.refused(name, wish.largest().get(name))).toList();
    }

    private ShareAnswer answer(NodeFacts node, String resource) {
        return rules.several(node, resource);
    }

    /** Whether the kubelet of a node may refuse it; how it is configured is not known. */
    boolean unclear(NodeFit node) {
        return several.stream().anyMatch(name -> answer(node.facts(), name) == ShareAnswer.UNCLEAR);
    }

    /** What is not known of the nodes that take it, a sentence each. */
    List<String> unknown(List<NodeFit> fitting) {
        var words = new ArrayList<String>();
        for (var name : several) {
            var unclear = names(fitting, name, ShareAnswer.UNCLEAR);
            if (!unclear.isEmpty()) {
                words.add(
                        ("Whether the kubelet lets the pod in on %s is not known: there %s are shares, and the device "
                                + "plugin may refuse a container more than one (failRequestsGreaterThanOne)")
                                .formatted(unclear,
                                        name));
            }
            var shared = names(fitting, name, ShareAnswer.TAKES);
            if (!shared.isEmpty()) {
                words.add(
                        "Of how many GPUs its shares are on %s is not known: several may be of one".formatted(shared));
            }
        }
        return words;
    }

    private String names(List<NodeFit> fitting, String resource, ShareAnswer answer) {
        return fitting.stream().filter(node -> answer(node.facts(), resource) == answer).map(NodeFit::name)
                .collect(Collectors.joining(", "));
    }
}
