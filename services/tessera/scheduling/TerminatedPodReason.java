package tessera.scheduling;

import java.util.Optional;
import java.util.stream.Stream;
import tessera.text.Reason;

/** The reason why a pod that has ended or is deleted waits for no node. */
sealed interface TerminatedPodReason extends Reason {

    record PodDeletedBeforeScheduling() implements TerminatedPodReason {}

    /**
     * A pod that has completed.
     *
     * @param node empty for none
     */
    record PodSucceeded(String node) implements TerminatedPodReason {}

    /**
     * A pod that has failed.
     *
     * @param node        empty for none
     * @param message     the reported message; may be empty
     * @param explanation the explanation of the message or status; empty where it is not known
     * @param ownerKind   empty where no owner can recreate the pod
     */
    record PodFailed(String status, String node, String message, Optional<? extends Reason> explanation,
            String ownerKind, String ownerName) implements TerminatedPodReason {}

    /** A status that pods end with that never began, or were ended by others. */
    enum PodEndCause implements TerminatedPodReason {
        UNEXPECTED_ADMISSION_ERROR("UnexpectedAdmissionError"),
        TOPOLOGY_AFFINITY_ERROR("TopologyAffinityError"),
        NODE_AFFINITY("NodeAffinity"),
        NODE_UNSCHEDULABLE("NodeUnschedulable"),
        EVICTED("Evicted"),
        PREEMPTING("Preempting"),
        DEADLINE_EXCEEDED("DeadlineExceeded"),
        NODE_LOST("NodeLost"),
        OUT_OF_RESOURCE(""),
        SHARED_GPU_LIMIT("");

        private final String podReason;

        PodEndCause(String podReason) {
            this.podReason = podReason;
        }

        /** Returns the cause that the reason in a pod's status stands for alone. */
        static Optional<PodEndCause> ofPodReason(String reason) {
            return Stream.of(values()).filter(_ -> !reason.isEmpty()).filter(cause -> cause.podReason.equals(reason))
                    .findFirst();
        }
    }
}
