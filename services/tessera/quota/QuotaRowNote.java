package tessera.quota;

import tessera.text.Reason;

/** A remark about a row of the quota table. */
sealed interface QuotaRowNote extends Reason {

    record KeyHasNoEffect(String resource) implements QuotaRowNote {}

    record QuotaCountedLate(String enforced) implements QuotaRowNote {}

    record QuotaNotCounted() implements QuotaRowNote {}

    record QuotaLimitExceeded() implements QuotaRowNote {}

    record QuotaExhausted(String quota, String key, String hard) implements QuotaRowNote {}

    record ClaimsCountRequests() implements QuotaRowNote {}

    /**
     * ResourceClaims of a DeviceClass, which count against the quota too.
     *
     * @param later whether they count only since Kubernetes 1.36, and the cluster's version is not known
     */
    record ClassClaimsCount(String deviceClass, boolean later) implements QuotaRowNote {}

    record FractionsNotCounted(String fractions) implements QuotaRowNote {}

    record PendingPodsRequest(long more) implements QuotaRowNote {}

    record FlavorHasNoNode(String flavor) implements QuotaRowNote {}

    record QueueUsageUnknown() implements QuotaRowNote {}

    record QueueLends(long lent, boolean reclaims) implements QuotaRowNote {}

    /**
     * The quota that a ClusterQueue borrows from its cohort.
     *
     * @param lendable the amount that the cohort can lend beyond that
     */
    record QueueBorrows(long borrowed, String cohort, long lendable) implements QuotaRowNote {}

    record WorkloadsPending(long workloads) implements QuotaRowNote {}

    record BorrowingForbidden(String cohort) implements QuotaRowNote {}

    /**
     * An unknown amount that a ClusterQueue may borrow from its cohort.
     *
     * @param reason why the amount is not known; may be empty
     */
    record BorrowingAmountUnknown(String limit, String cohort, String reason) implements QuotaRowNote {}

    record BorrowingPossible(long more, String cohort) implements QuotaRowNote {}

    record NothingToBorrow(String cohort) implements QuotaRowNote {}
}
