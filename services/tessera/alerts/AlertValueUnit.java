package tessera.alerts;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** The unit of an alert's value. */
public enum AlertValueUnit {
    CELSIUS(1, " °C"),
    /** Measured as 0 to 1. */
    SHARE(100, " %"),
    PER_MINUTE(1, "/min"),
    COUNT(1, ""),
    /** A number that means nothing to people, such as bits. */
    NONE(1, "");

    private final int factor;
    private final String symbol;

    AlertValueUnit(int factor, String symbol) {
        this.factor = factor;
        this.symbol = symbol;
    }

    /** Returns a value with its unit, for example {@code 91 °C}; empty where the number says nothing. */
    public String valueText(double number) {
        if (this == NONE || Double.isNaN(number) || Double.isInfinite(number)) {
            return "";
        }
        var rounded = BigDecimal.valueOf(number * factor).setScale(1, RoundingMode.HALF_UP);
        return (rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString()) + symbol;
    }
}
