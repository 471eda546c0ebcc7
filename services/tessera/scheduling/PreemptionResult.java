package tessera.scheduling;

import java.util.List;
import tessera.kube.scheduling.SchedulableNode;
import tessera.scheduling.spec.PodSchedulingSpec;

/** The scheduler's preemption for a pending pod, as people are told of it. */
final class PreemptionResult {

    private PreemptionResult() {}

    /** Returns why no pod is evicted for it, in the scheduler's words; empty where one could be. */
    static String message(SchedulingSnapshot schedulingSnapshot, PodSchedulingSpec spec, List<NodeFitResult> nodes) {
        return new SchedulerNodeFilters(schedulingSnapshot, spec).preemptionOn(nodes).dryRun().message();
    }

    /** Returns the effect of pods with lower priority on the pod; empty where their eviction would not make room. */
    static String preemptionText(SchedulingSnapshot schedulingSnapshot, PodSchedulingSpec spec,
            List<NodeFitResult> nodes) {
        var preemption = new SchedulerNodeFilters(schedulingSnapshot, spec).preemptionOn(nodes);
        if (schedulingSnapshot.findNode(spec.nominatedNode()).isPresent()) {
            return "The scheduler keeps %s for it%s".formatted(spec.nominatedNode(), preemption.waitsForVictims()
                    ? ", where pods of lower priority are being ended"
                    : "");
        }
        var places = preemption.candidates();
        if (places.isEmpty()) {
            return "";
        }
        var where = places.getFirst().name() + (places.size() == 1 ? "" : " and %d more".formatted(places.size() - 1));
        if (spec.preempts()) {
            return "The scheduler may evict pods of lower priority for it, on " + where;
        }
        return "Pods of lower priority are in its way on %s; it may not displace them (preemptionPolicy is Never)"
                .formatted(where);
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
