package tessera.quota;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalLong;
import tessera.kube.quantity.QuantityParser;
import tessera.kube.quota.QuotaHeadroomCalculator;

/**
 * The hard limit of a ResourceQuota for one key, with the use that its status reports. Amounts are as written.
 *
 * @param hard    what its spec allows
 * @param used    what its status says is used; empty where the server did not count
 * @param enforcedHard the limit that the status was counted against; empty where it was not counted yet
 */
public record ResourceQuotaKeyUsage(QuotaKey key, String hard, Optional<String> used, Optional<String> enforcedHard) {

    /** Returns whether the status was computed against another hard limit than the spec has now. */
    public boolean isStatusOutdated() {
        return enforcedHard.isPresent() && !parseQuantity(enforcedHard.get()).equals(parseQuantity(hard));
    }

    /** Returns the hard limit in whole units; empty where it is no quantity. */
    public OptionalLong limit() {
        return QuantityParser.parseUnits(hard);
    }

    /** Returns the used amount in whole units; empty where it is not known. */
    public OptionalLong usedUnits() {
        if (used.isEmpty()) {
            return OptionalLong.empty();
        }
        return QuantityParser.parseUnits(used.get());
    }

    /** Returns the limit less the used amount, never negative; empty where either is not known. */
    public OptionalLong remaining() {
        return QuotaHeadroomCalculator.remaining(limit(), usedUnits());
    }

    /** Returns whether nothing is left; false also where that is not known. */
    public boolean isExhausted() {
        var most = parseQuantity(hard);
        return most.isPresent() && used.flatMap(ResourceQuotaKeyUsage::parseQuantity)
                .filter(taken -> taken.compareTo(most.get()) >= 0).isPresent();
    }

    private static Optional<BigDecimal> parseQuantity(String text) {
        return QuantityParser.parseExact(text).map(BigDecimal::stripTrailingZeros);
    }
}
