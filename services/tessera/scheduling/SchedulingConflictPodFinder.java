package tessera.scheduling;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import tessera.kube.scheduling.InterPodAffinityFilter;
import tessera.kube.scheduling.MountedVolumeClaim;
import tessera.kube.scheduling.SchedulerPlugin;
import tessera.scheduling.spec.PodSchedulingSpec;

/** Finds the pods whose end would let a pod onto a node, because of host ports or anti-affinity. */
record SchedulingConflictPodFinder(SchedulingSnapshot snapshot, PodSchedulingSpec podSpec,
        InterPodAffinityFilter interPodAffinity) {

    SchedulingConflictPodFinder(SchedulingSnapshot schedulingSnapshot, PodSchedulingSpec schedulingSpec) {
        this(schedulingSnapshot, schedulingSpec, schedulingSnapshot.interPodAffinity(schedulingSpec));
    }

    /** Returns whether conflicts with other pods are among a node's failures, and all failures are by other pods. */
    static boolean isRelevant(NodeFitResult node) {
        return node.failsOnly(NodeFilterFailureEndCondition.OTHERS) && node.failures().stream()
                .anyMatch(failure -> failure.isOf(SchedulerPlugin.NODE_PORTS)
                        || failure.isOf(SchedulerPlugin.INTER_POD_AFFINITY)
                        || failure.isOf(SchedulerPlugin.VOLUME_RESTRICTIONS));
    }

    /**
     * Returns the pods to end, including those that hold missing capacity; empty where that is of no use.
     *
     * @param vain of whom others would come in their place
     */
    Optional<List<SchedulerPod>> findPods(SchedulerNode schedulerNode, Predicate<SchedulerPod> vain) {
        var those = schedulerNode.pods().stream()
                .filter(pod -> interPodAffinity.repels(pod) || usesSamePort(pod) || usesClaimForOnePod(pod)).toList();
        if (those.isEmpty() || those.stream().anyMatch(pod -> pod.returnsToNode() || vain.test(pod))) {
            return Optional.empty();
        }
        var cleared = schedulerNode.withoutPods(those::contains);
        var left = new SchedulerNodeFilters(snapshot.withNode(cleared), podSpec).failuresOn(cleared);
        if (left.failures().isEmpty()) {
            return Optional.of(those);
        }
        return PreemptionVictimSelector.select(left, cleared.withoutPods(vain)).map(more -> {
            var all = new ArrayList<>(those);
            all.addAll(more);
            return List.copyOf(all);
        });
    }

    private boolean usesClaimForOnePod(SchedulerPod other) {
        return other.namespace().equals(podSpec.namespace()) && snapshot.inputs().volumeClaims().stream()
                .map(PodVolumeClaim::mounted).filter(MountedVolumeClaim::isForOnePod)
                .anyMatch(claim -> other.sharedVolumeClaims().contains(claim.name()));
    }

    private boolean usesSamePort(SchedulerPod other) {
        return podSpec.ports().stream().anyMatch(port -> other.ports().stream().anyMatch(port::conflictsWith));
    }
}
