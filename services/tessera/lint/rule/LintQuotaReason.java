package tessera.lint.rule;

import java.util.List;
import tessera.text.Reason;

/** A problem with a quota, a range or a queue. */
sealed interface LintQuotaReason extends Reason {

    record CohortFieldRenamed() implements LintQuotaReason {}

    record FlavorCoverageMismatch(String flavor, List<String> quotas,
            List<String> covered) implements LintQuotaReason {}

    record FlavorOrderMismatch(int position, String flavor, String quota, String covered) implements LintQuotaReason {}

    record MisspeltQueueLabel(String label, String right) implements LintQuotaReason {}

    record UncoveredDevice(String queue, String clusterQueue, List<String> covered,
            String resource) implements LintQuotaReason {}

    record ReplicasReplaced(String replicas, String bound, String value) implements LintQuotaReason {}

    record ReplicaBoundsContradict(String minimum, String maximum) implements LintQuotaReason {}

    record BudgetWithBothBounds() implements LintQuotaReason {}

    record RangeOrder(String low, String resource, String lowValue, String high,
            String highValue) implements LintQuotaReason {}

    record RangeDefaultsDiffer(String request, String resource, String limit) implements LintQuotaReason {}

    record DuplicateRangeType(String type) implements LintQuotaReason {}

    record QuotaRequiresAmounts(List<String> amounts) implements LintQuotaReason {}

    record QuotaRejectsPod(String quota, String container, String amount) implements LintQuotaReason {}

    record UncountedQuota(String key, String counted) implements LintQuotaReason {}

    record UncountableQuota(String key, String example) implements LintQuotaReason {}

    record FractionalQuota(String amount, String resource, String effective) implements LintQuotaReason {}

    record RejectedQuota(String amount, String resource) implements LintQuotaReason {}

    record QueueLimitBelowQuota(String resource, String limit, String quota) implements LintQuotaReason {}

    record PodRangeDefault() implements LintQuotaReason {}

    record MaximumBecomesLimit(String amount, String resource) implements LintQuotaReason {}

    record EveryContainerForced(String amount, String resource) implements LintQuotaReason {}

    record DefaultGivesDevice(String amount, String resource) implements LintQuotaReason {}

    record EveryPodForced(String amount, String resource) implements LintQuotaReason {}

    record PodsWithoutLimitRejected(String resource) implements LintQuotaReason {}
}
