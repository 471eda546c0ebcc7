package tessera.scheduling;

import java.util.List;
import java.util.Optional;
import tessera.text.Reason;

/** The reason why the API server rejects pods, or a claim that comes with them. */
sealed interface PodCreationReason extends Reason {

    /**
     * Limit range maximum exceeded.
     *
     * @param type      of the constraint: Pod or Container
     * @param container empty for the pod
     * @param side      {@code limit} or {@code request}
     * @param amount    empty where none is set
     */
    record LimitRangeMaximumExceeded(String range, String type, String resource, String maximum, String container,
            String side, String amount) implements PodCreationReason {}

    record LimitRangeMinimumMissed(String range, String type, String resource, String minimum, String container,
            String side, String amount) implements PodCreationReason {}

    record LimitRangeRatioUnset(String range, String resource, String container, String side)
            implements
                PodCreationReason {}

    record LimitRangeRatioExceeded(String range, String resource, String ratio, String container, String request,
            String limit) implements PodCreationReason {}

    /**
     * Limit range default limit.
     *
     * @param limit that the range sets by default, and the request does not fit
     */
    record LimitRangeDefaultLimit(String range, String resource, String limit, String container, String request)
            implements
                PodCreationReason {}

    record LimitRangeClaimMaximum(String range, String resource, String bound, String claim, String amount)
            implements
                PodCreationReason {}

    record LimitRangeClaimMinimum(String range, String resource, String bound, String claim, String amount)
            implements
                PodCreationReason {}

    /**
     * Limit range bound missed.
     *
     * @param requested empty where the server does not tell it
     * @param range     that alone sets the bound; empty where that is not known
     */
    record LimitRangeBoundMissed(String type, String resource, String bound, boolean maximum, String requested,
            String range) implements PodCreationReason {}

    /**
     * Quota requests unset.
     *
     * @param containers quoted; empty for some of them
     */
    record QuotaRequestsUnset(String quota, List<String> keys, List<String> containers) implements PodCreationReason {

        public QuotaRequestsUnset {
            keys = List.copyOf(keys);
            containers = List.copyOf(containers);
        }
    }

    record MissingServiceAccount(String name) implements PodCreationReason {}

    record MissingPriorityClass(String name) implements PodCreationReason {}

    record MissingRuntimeClass(String name) implements PodCreationReason {}

    /**
     * Pods rejected.
     *
     * @param cause empty where only the server's message is known
     */
    record PodsRejected(Optional<PodCreationReason> cause) implements PodCreationReason {}

    record PodsRejectedByQuota(String quota, String shortage) implements PodCreationReason {}

    record QuotaHasRoomAgain(String quota) implements PodCreationReason {}
}
