package tessera.kube.quota;

import java.math.BigDecimal;
import java.util.OptionalLong;

/** A calculator of the headroom of a quota: its limit less what is used, and nothing where more is used. */
public final class QuotaHeadroomCalculator {

    private QuotaHeadroomCalculator() {}

    /** Returns the headroom in whole units. */
    public static long remaining(long limit, long used) {
        return Math.max(0, limit - used);
    }

    /** Returns the headroom; empty where limit or use is not known. */
    public static OptionalLong remaining(OptionalLong limit, OptionalLong used) {
        if (limit.isPresent() && used.isPresent()) {
            return OptionalLong.of(remaining(limit.getAsLong(), used.getAsLong()));
        }
        return OptionalLong.empty();
    }

    /** Returns the exact headroom. */
    public static BigDecimal remaining(BigDecimal limit, BigDecimal used) {
        return limit.subtract(used).max(BigDecimal.ZERO);
    }
}
