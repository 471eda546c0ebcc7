package tessera.cluster.decode;

import java.math.BigDecimal;

/** Parser of numbers as JSON spells them. */
final class JsonNumberParser {

    private static final int MOST_DIGITS = 12;

    private JsonNumberParser() {}

    /** Parses a whole number; clamps what does not fit, and returns zero for what is no number. */
    static int parseInteger(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException _) {
            return parseLarge(text);
        }
    }

    static boolean number(String text) {
        try {
            new BigDecimal(text);
            return true;
        } catch (NumberFormatException _) {
            return false;
        }
    }

    private static int parseLarge(String text) {
        try {
            var exact = new BigDecimal(text);
            long digits = (long) exact.precision() - exact.scale();
            if (digits > MOST_DIGITS) {
                return exact.signum() < 0 ? Integer.MIN_VALUE : Integer.MAX_VALUE;
            }
            return digits < 0 ? 0 : Math.clamp(exact.longValue(), Integer.MIN_VALUE, Integer.MAX_VALUE);
        } catch (NumberFormatException | ArithmeticException _) {
            return 0;
        }
    }
}
