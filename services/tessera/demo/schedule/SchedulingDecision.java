package tessera.demo.schedule;

import java.util.List;
import java.util.Optional;

/** The scheduler's decision about a pod. */
public sealed interface SchedulingDecision {

    /** A node was found for the pod. */
    record BindDecision(String node) implements SchedulingDecision {}

    /**
     * No node fits the pod now.
     *
     * @param message    in the scheduler's words
     * @param preemption who is to make room for it; empty when that would not help or is not allowed
     */
    record WaitDecision(String message, Optional<Preemption> preemption) implements SchedulingDecision {}

    /** The pod has scheduling gates: nothing is tried. */
    record GatedDecision(String message) implements SchedulingDecision {}

    /** Claims of the pod do not exist yet: nothing is tried, and nothing reported. */
    record AwaitingClaimsDecision() implements SchedulingDecision {}

    /** The pod is not this scheduler's to place: bound already, finished, or meant for another scheduler. */
    record IgnoreDecision() implements SchedulingDecision {}

    /**
     * The pods to evict from a node for a pending pod.
     *
     * @param victims the pods to evict from it, most important first
     */
    record Preemption(String node, List<Victim> victims) {

        public Preemption {
            victims = List.copyOf(victims);
        }
    }

    /** A pod to evict. */
    record Victim(String namespace, String name, String uid) {}
}
