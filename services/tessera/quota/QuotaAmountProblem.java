package tessera.quota;

import tessera.text.Reason;

/** The reason why an amount is no valid limit of a quota. */
public sealed interface QuotaAmountProblem extends Reason {

    record QuotaAmountInvalid(String amount, String key) implements QuotaAmountProblem {}

    record QuotaAmountTooLarge(String amount, String resource, String most) implements QuotaAmountProblem {}

    record QuotaAmountFractional(String amount, String key, boolean devices) implements QuotaAmountProblem {}
}
