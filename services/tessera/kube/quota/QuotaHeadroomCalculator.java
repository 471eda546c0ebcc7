package tessera.kube.quota;

import java.math.BigDecimal;
import java.util.OptionalLong;

/** The headroom of a quota: its limit less what is used, and nothing where more is used. */
public final class QuotaHeadroomCalculator {

    private QuotaHeadroomCalculator() {}

    public static long remaining(long limit, long used) {
        return Math.max(0, limit - used);
    }

    /** Returns the headroom; empty where limit or use is not known. */
    public static OptionalLong remaining(OptionalLong limit, OptionalLong used) {
        return limit.isPresent() && used.isPresent()
                ? OptionalLong.of(remaining(limit.getAsLong(), used.getAsLong()))
                : OptionalLong.empty();
    }

    public static BigDecimal remaining(BigDecimal limit, BigDecimal used) {
        return limit.subtract(used).max(BigDecimal.ZERO);
    }
}
