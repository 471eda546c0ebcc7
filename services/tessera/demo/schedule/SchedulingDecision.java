package tessera.demo.schedule;

import java.util.List;
import java.util.Optional;

/** What the scheduler makes of a pod. */
public sealed interface SchedulingDecision {

    /** The pod goes to a node. */
    record Bind(String node) implements SchedulingDecision {}

    /**
     * No node takes the pod now.
     *
     * @param message    in the scheduler's words
     * @param preemption who is to make room for it; empty when that would not help or is not allowed
     */
    record WaitDecision(String message, Optional<Preemption> preemption) implements SchedulingDecision {}

    /** The pod has scheduling gates: nothing is tried. */
    record GatedDecision(String message) implements SchedulingDecision {}

    /** Claims of the pod are still to be made: nothing is tried, and nothing told. */
    record AwaitingClaims() implements SchedulingDecision {}

    /** The pod is none of this scheduler's business: bound already, finished, or meant for another scheduler. */
    record NotMine() implements SchedulingDecision {}

    /**
     * Room that is to be made on a node.
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
