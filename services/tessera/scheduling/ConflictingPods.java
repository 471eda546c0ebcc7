package tessera.scheduling;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import tessera.scheduling.spec.PodSchedulingSpec;

/** Whose end would let a pod onto a node where others take its port, or do not go together with it. */
record ConflictingPods(SchedulingSnapshot scene, PodSchedulingSpec wish, PodAffinityFilter company) {

    ConflictingPods(SchedulingSnapshot scene, PodSchedulingSpec wish) {
        this(scene, wish, new PodAffinityFilter(scene, wish));
    }

    /** Whether that is in its way on a node, and nothing that only somebody else could mend. */
    static boolean concerns(NodeFit node) {
        return node.only(BlockerKind.OTHERS) && node.objections().stream()
                .anyMatch(each -> each.check() == FilterCheck.PORTS || each.check() == FilterCheck.COMPANY);
    }

    /**
     * Those that would have to go, and others besides where room is short as well; empty where that is of no use.
     *
     * @param vain of whom others would come in their place
     */
    Optional<List<AssignedPod>> of(SchedulerNode room, Predicate<AssignedPod> vain) {
        var those = room.occupants().stream().filter(each -> company.apart(each) || takesPort(each)).toList();
        if (those.isEmpty() || those.stream().anyMatch(each -> each.stays() || vain.test(each))) {
            return Optional.empty();
        }
        var cleared = room.without(those::contains);
        var left = new NodeFilters(scene.with(cleared), wish).objections(cleared);
        if (left.isEmpty()) {
            return Optional.of(those);
        }
        return PreemptionCandidates.of(new NodeFit(room.facts(), left, List.of()), cleared.without(vain)).map(more -> {
            var all = new ArrayList<>(those);
            all.addAll(more);
            return List.copyOf(all);
        });
    }

    private boolean takesPort(AssignedPod other) {
        return wish.ports().stream().anyMatch(port -> other.ports().stream().anyMatch(port::conflicts));
    }
}
