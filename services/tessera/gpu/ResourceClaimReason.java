package tessera.gpu;

import java.util.List;
import tessera.text.Reason;

/** Explanations of the status of a ResourceClaim. */
sealed interface ResourceClaimReason extends Reason {

    /**
     * A request of a ResourceClaim for which there are too few devices.
     *
     * @param lacks the shortage of each of the request's alternatives
     */
    record UnsatisfiedClaim(List<String> lacks) implements ResourceClaimReason {

        public UnsatisfiedClaim {
            lacks = List.copyOf(lacks);
        }
    }

    record UnusedClaim() implements ResourceClaimReason {}

    record ClaimAwaitsNode(List<String> pods) implements ResourceClaimReason {

        public ClaimAwaitsNode {
            pods = List.copyOf(pods);
        }
    }

    record AllocatedClaimWithoutPod() implements ResourceClaimReason {}

    record AllocatedClaimPodsGone(List<String> pods) implements ResourceClaimReason {

        public AllocatedClaimPodsGone {
            pods = List.copyOf(pods);
        }
    }

    record ConflictingClaim() implements ResourceClaimReason {}

    /**
     * An allocated device that no ResourceSlice lists.
     *
     * @param device empty where its name is not known
     */
    record UnpublishedClaimDevice(String device) implements ResourceClaimReason {}

    record DeletingClaim() implements ResourceClaimReason {}

    record SharedClaim(List<String> pods, ClaimCaveat also) implements ResourceClaimReason {

        public SharedClaim {
            pods = List.copyOf(pods);
        }
    }

    record MonitoringClaim() implements ResourceClaimReason {}

    /**
     * A ResourceClaim that is allocated to pods.
     *
     * @param extended whether the scheduler made it for an extended resource
     */
    record AllocatedClaim(List<String> pods, boolean extended, ClaimCaveat also) implements ResourceClaimReason {

        public AllocatedClaim {
            pods = List.copyOf(pods);
        }
    }

    /**
     * Limits of what is known of a claim in use.
     *
     * @param gone     pods that it is reserved for and that no longer exist
     * @param device   a device that is not known while its pool is incomplete; empty for none
     * @param seen     slices of the pool
     * @param expected slices of the pool
     */
    record ClaimCaveat(List<String> gone, String device, long seen, long expected) implements Reason {

        public ClaimCaveat {
            gone = List.copyOf(gone);
        }

        ClaimCaveat withGone(List<String> pods) {
            return new ClaimCaveat(pods, device, seen, expected);
        }
    }
}
