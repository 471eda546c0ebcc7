package tessera.plan.quota;

import java.util.List;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.text.Reason;

/** The reason why the bounds or the protection of a namespace cannot be changed as wanted. */
sealed interface NamespacePolicyRefusal extends Reason {

    record BoundMissing() implements NamespacePolicyRefusal {}

    record BoundUnknown(String bound) implements NamespacePolicyRefusal {}

    record BoundAmountInvalid(String amount, String resource) implements NamespacePolicyRefusal {}

    record BoundAmountFractional(String amount, String resource) implements NamespacePolicyRefusal {}

    record PolicyNamespaceMissing(String namespace) implements NamespacePolicyRefusal {}

    record PolicyNamespaceUnspecified() implements NamespacePolicyRefusal {}

    record PolicyObjectExists(String kind, String name, String namespace) implements NamespacePolicyRefusal {}

    record PolicyObjectMissing(String kind, String name, String namespace) implements NamespacePolicyRefusal {}

    record QuotaAmountMissing() implements NamespacePolicyRefusal {}

    /**
     * A ResourceQuota key that is valid but limits nothing.
     *
     * @param counted the key that is counted instead
     */
    record QuotaKeyLimitsNothing(String key, String counted) implements NamespacePolicyRefusal {}

    record QuotaAmbiguous(String namespace, List<String> quotas) implements NamespacePolicyRefusal {}

    record PodLimitInvalid(String amount, String resource) implements NamespacePolicyRefusal {}

    record PodLimitsExist(String name, String namespace) implements NamespacePolicyRefusal {}

    record BudgetSelectorMissing() implements NamespacePolicyRefusal {}

    record BudgetAmountMissing() implements NamespacePolicyRefusal {}

    record BudgetAmountInvalid(String amount) implements NamespacePolicyRefusal {}

    record BudgetOverlaps(String budget) implements NamespacePolicyRefusal {}

    record PolicyBlocksDns(List<String> pods, long namespaces) implements NamespacePolicyRefusal {}

    record PolicyObjectTooDetailed(String object, String command) implements NamespacePolicyRefusal {}

    record PolicyObjectGarbled(String object) implements NamespacePolicyRefusal {}

    record NamespaceOfOthers(String namespace) implements NamespacePolicyRefusal {}

    default Problem toProblem() {
        return Problem.of(switch (this) {
            case PolicyNamespaceMissing _,PolicyObjectMissing _ -> OperationProblemKind.NOT_FOUND;
            case PolicyObjectExists _,PodLimitsExist _,BudgetOverlaps _,PolicyBlocksDns _,PolicyObjectTooDetailed _,NamespaceOfOthers _ ->
                OperationProblemKind.CONFLICT;
            case PolicyObjectGarbled _ -> OperationProblemKind.GARBLED;
            default -> OperationProblemKind.INVALID;
        }, this);
    }
}
