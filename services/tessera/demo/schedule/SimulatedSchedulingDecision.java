package tessera.demo.schedule;

import java.util.List;
import java.util.Optional;

/** The scheduler's decision about a pod. */
public sealed interface SimulatedSchedulingDecision {

    /** A node was found for the pod. */
    record BindDecision(String node) implements SimulatedSchedulingDecision {}

    /**
     * No node fits the pod now.
     *
     * @param message    in the scheduler's words
     * @param preemption who is to make room for it; empty when that would not help or is not allowed
     */
    record UnschedulableDecision(String message,
            Optional<PreemptionDecision> preemption) implements SimulatedSchedulingDecision {}

    /** The pod has scheduling gates: nothing is tried. */
    record GatedDecision(String message) implements SimulatedSchedulingDecision {}

    /** Claims of the pod do not exist yet: nothing is tried, and nothing reported. */
    record AwaitingClaimsDecision() implements SimulatedSchedulingDecision {}

    /** The pod is not this scheduler's to place: bound already, finished, or meant for another scheduler. */
    record IgnoreDecision() implements SimulatedSchedulingDecision {}

    /**
     * The pods to evict from a node for a pending pod.
     *
     * @param victims the pods to evict from it, most important first
     */
    record PreemptionDecision(String node, List<PreemptionVictim> victims) {

        public PreemptionDecision {
            victims = List.copyOf(victims);
        }
    }

    /** A pod to evict. */
    record PreemptionVictim(String namespace, String name, String uid) {}
}
