package tessera.quota;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalLong;
import tessera.model.Quantity;

/**
 * How much of one thing a ResourceQuota allows, and how much of that the server says is used. Amounts are as written.
 *
 * @param hard    what its spec allows
 * @param used    what its status says is used; empty where the server did not count
 * @param counted the limit that the status was counted against; empty where it was not counted yet
 */
public record QuotaAllowance(QuotaKey key, String hard, Optional<String> used, Optional<String> counted) {

    /** Whether the status was counted against another limit than the one that is wanted now. */
    public boolean behind() {
        return counted.isPresent() && !exact(counted.get()).equals(exact(hard));
    }

    /** Whole units; empty where it is no quantity. */
    public OptionalLong limit() {
        return Quantity.units(hard);
    }

    /** Whole units; empty where it is not known. */
    public OptionalLong taken() {
        return used.isEmpty() ? OptionalLong.empty() : Quantity.units(used.get());
    }

    /** What the quota lets in beyond what is used: never negative; empty where that is not known. */
    public OptionalLong left() {
        return limit().isPresent() && taken().isPresent()
                ? OptionalLong.of(Math.max(0, limit().getAsLong() - taken().getAsLong()))
                : OptionalLong.empty();
    }

    /** Whether nothing at all is left; false also where that is not known. */
    public boolean spent() {
        var most = exact(hard);
        return most.isPresent() && used.flatMap(QuotaAllowance::exact)
                .filter(taken -> taken.compareTo(most.get()) >= 0).isPresent();
    }

    private static Optional<BigDecimal> exact(String text) {
        return Quantity.exact(text).map(BigDecimal::stripTrailingZeros);
    }
}
