package tessera.scheduling;

import java.util.List;
import java.util.Optional;
import tessera.kube.scheduling.SchedulableNode;
import tessera.scheduling.PendingReasonPhrase.LowerPriorityPods;
import tessera.scheduling.PendingReasonPhrase.NominatedNode;
import tessera.scheduling.spec.PodSchedulingSpec;

/** The scheduler's preemption for a pending pod, as people are told of it. */
final class PreemptionResult {

    private PreemptionResult() {}

    /** Returns why no pod is evicted for it, in the scheduler's words; empty where one could be. */
    static String message(SchedulingSnapshot schedulingSnapshot, PodSchedulingSpec spec, List<NodeFitResult> nodes) {
        return new SchedulerNodeFilters(schedulingSnapshot, spec).preemptionOn(nodes).dryRun().message();
    }

    /** Returns the effect of pods with lower priority on the pod; empty where their eviction would not make room. */
    static Optional<PendingReasonPhrase> preemptionRemark(SchedulingSnapshot schedulingSnapshot, PodSchedulingSpec spec,
            List<NodeFitResult> nodes) {
        var preemption = new SchedulerNodeFilters(schedulingSnapshot, spec).preemptionOn(nodes);
        if (schedulingSnapshot.findNode(spec.nominatedNode()).isPresent()) {
            return Optional.of(new NominatedNode(spec.nominatedNode(), preemption.waitsForVictims()));
        }
        var places = preemption.candidates().stream().map(SchedulableNode::name).toList();
        return places.isEmpty() ? Optional.empty() : Optional.of(new LowerPriorityPods(places, spec.preempts()));
    }

    /** Returns the nodes where preemption would help a pod that may not preempt; empty for one that may. */
    static List<String> forbiddenCandidates(SchedulingSnapshot schedulingSnapshot, PodSchedulingSpec spec,
            List<NodeFitResult> nodes) {
        if (spec.preempts()) {
            return List.of();
        }
        return new SchedulerNodeFilters(schedulingSnapshot, spec).preemptionOn(nodes).candidates().stream()
                .map(SchedulableNode::name).toList();
    }
}
