package tessera.scheduling;

import java.util.List;
import java.util.Optional;
import tessera.text.Reason;

/** The reason why the API server rejects pods, or a claim that comes with them. */
sealed interface PodCreationReason extends Reason {

    /**
     * A pod or container above the maximum of a LimitRange.
     *
     * @param type      the type of the constraint: Pod or Container
     * @param container empty for the pod
     * @param side      {@code limit} or {@code request}
     * @param amount    empty where none is set
     */
    record LimitRangeMaximumExceeded(String range, String type, String resource, String maximum, String container,
            String side, String amount) implements PodCreationReason {}

    record LimitRangeMinimumMissed(String range, String type, String resource, String minimum, String container,
            String side, String amount) implements PodCreationReason {}

    record LimitRangeRatioUnset(String range, String resource, String container,
            String side) implements PodCreationReason {}

    record LimitRangeRatioExceeded(String range, String resource, String ratio, String container, String request,
            String limit) implements PodCreationReason {}

    /**
     * A request above the default limit that a LimitRange sets.
     *
     * @param limit the default limit, which is below the request
     */
    record LimitRangeDefaultLimit(String range, String resource, String limit, String container,
            String request) implements PodCreationReason {}

    record LimitRangeClaimMaximum(String range, String resource, String bound, String claim,
            String amount) implements PodCreationReason {}

    record LimitRangeClaimMinimum(String range, String resource, String bound, String claim,
            String amount) implements PodCreationReason {}

    /**
     * A request outside the bounds of a LimitRange.
     *
     * @param requested the requested amount; empty where the API server does not report it
     * @param range     the LimitRange that alone sets the bound; empty where it is not known
     */
    record LimitRangeBoundMissed(String type, String resource, String bound, boolean maximum, String requested,
            String range) implements PodCreationReason {}

    /**
     * Requests or limits that a ResourceQuota requires of containers without them.
     *
     * @param containers the quoted names of the containers; empty where they are not known
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

    record MissingNamespace(String name) implements PodCreationReason {}

    /**
     * A PersistentVolumeClaim that requests more than a ResourceQuota leaves.
     *
     * @param hard     the limit of the quota
     * @param required the limit with which the claim would fit
     */
    record ClaimQuotaExceeded(String quota, String key, String left, String claim, String requested, String hard,
            String required) implements PodCreationReason {}

    /**
     * Pods of a controller that the API server rejects.
     *
     * @param cause empty where only the server's message is known
     */
    record PodsRejected(Optional<PodCreationReason> cause) implements PodCreationReason {}

    record PodsRejectedByQuota(String quota, String shortage) implements PodCreationReason {}

    record QuotaHasRoomAgain(String quota) implements PodCreationReason {}
}
