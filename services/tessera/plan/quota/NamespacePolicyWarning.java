package tessera.plan.quota;

import java.util.List;
import tessera.text.Reason;

/** A warning about a change of the bounds or the protection of a namespace. */
sealed interface NamespacePolicyWarning extends Reason {

    record RunningPodsIgnoreLimitRange() implements NamespacePolicyWarning {}

    record MaximumBecomesDefault(String resource, String amount) implements NamespacePolicyWarning {}

    record PodsWithoutLimitRefused(String resource) implements NamespacePolicyWarning {}

    record PodsExceedLimitRange(List<String> pods, String namespace) implements NamespacePolicyWarning {}

    record ExistingObjectChanges(String kind, String name, String namespace) implements NamespacePolicyWarning {}

    record PodsMustSetAmount(String namespace, String key) implements NamespacePolicyWarning {}

    record ResourceOfNoNode(String resource) implements NamespacePolicyWarning {}

    record QuotaExceedsNodes(String resource, long total) implements NamespacePolicyWarning {}

    record QuotaCountsScope(String quota, String scopes) implements NamespacePolicyWarning {}

    /**
     * Usage above a ResourceQuota by the pods in its scope.
     *
     * @param never whether the limit is zero, so that no pod is admitted again
     */
    record ScopedUsageExceedsQuota(String used, String key, String limit,
            boolean never) implements NamespacePolicyWarning {}

    /**
     * Usage of devices above a ResourceQuota by the namespace's pods.
     *
     * @param complete whether all pods of the namespace are visible
     */
    record DeviceUsageExceedsQuota(String namespace, boolean complete, String used, String limit,
            boolean never) implements NamespacePolicyWarning {}

    record UsageExceedsQuota(String namespace, boolean complete, String limit,
            boolean never) implements NamespacePolicyWarning {}

    record OtherQuotaApplies(String quota, String namespace, String allowed,
            String scopes) implements NamespacePolicyWarning {}

    record ResourcesUnlimited(String namespace, List<String> resources) implements NamespacePolicyWarning {}

    record ResourcesPartlyLimited(String namespace, List<String> resources) implements NamespacePolicyWarning {}

    record NamespaceNotYetCreated() implements NamespacePolicyWarning {}

    record NamespaceAlreadyExists(String namespace) implements NamespacePolicyWarning {}

    record PodLimitExceedsQuota(long limit, String resource, long quota) implements NamespacePolicyWarning {}

    record BudgetMatchesNoPod(String namespace) implements NamespacePolicyWarning {}

    record BudgetBlocksEvictions(int pods, long staying, boolean all) implements NamespacePolicyWarning {}

    /**
     * A PodDisruptionBudget whose pods lack a controller with a scale.
     *
     * @param kind the kind of the controller without a scale; empty where there is no controller
     */
    record BudgetNeedsScale(String kind) implements NamespacePolicyWarning {}

    record PolicyEnforcementUnknown() implements NamespacePolicyWarning {}

    record PolicyMatchesNoPod(String namespace) implements NamespacePolicyWarning {}

    record PolicyBlocksPeers(boolean sameNamespace, String namespace,
            List<String> from) implements NamespacePolicyWarning {}

    record OtherPoliciesUnreadable() implements NamespacePolicyWarning {}

    record OtherPoliciesAllow(List<String> policies) implements NamespacePolicyWarning {}

    record PeerNamespaceMissing(String namespace) implements NamespacePolicyWarning {}

    record NamespaceContentDeleted() implements NamespacePolicyWarning {}
}
