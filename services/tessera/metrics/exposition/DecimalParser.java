package tessera.metrics.exposition;

import java.util.Locale;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/** Parses numbers as {@link Double#parseDouble} does, mostly without creating a text first. */
final class DecimalParser {

    /** Powers of ten that are exact: a product or quotient of two exact numbers is rounded once, as it must be. */
    private static final double[] TENS = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13,
        1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    private static final long EXACT = 1L << 53;
    /** So many digits never overflow. */
    private static final int SHORT = 18;
    private static final int HUGE = 100_000;
    private static final int WORD = 9;

    private int end;
    private double value;
    private long integerValue;
    private boolean integer;

    /** Returns the offset behind the number that was read. */
    int endOffset() {
        return end;
    }

    double value() {
        return value;
    }

    /** Returns whether the number was written without a point and without an exponent, and fits a long. */
    boolean isInteger() {
        return integer;
    }

    /** Returns the number, if it is an integer. */
    long longValue() {
        return integerValue;
    }

    /** Parses a number; false when there is none. */
    boolean parse(byte[] bytes, int from) {
        boolean negative = bytes[from] == '-';
        int first = from;
        if (negative || bytes[from] == '+') {
            first++;
        }
        int at = first;
        long mantissa = 0;
        for (int digit; (digit = bytes[at] - '0') >= 0 && digit <= 9; at++) {
            mantissa = mantissa * 10 + digit;
        }
        int digits = at - first;
        int scale = 0;
        if (bytes[at] == '.') {
            int point = ++at;
            for (int digit; (digit = bytes[at] - '0') >= 0 && digit <= 9; at++) {
                mantissa = mantissa * 10 + digit;
            }
            scale = at - point;
            digits += scale;
            integer = false;
        } else {
            integer = digits <= SHORT;
        }
        if (digits == 0) {
            return readWord(bytes, from);
        }
        end = at;
        integerValue = negative ? -mantissa : mantissa;
        int power = -scale;
        if ((bytes[at] | 0x20) == 'e') {
            power += readExponent(bytes, at + 1);
            if (end == at) {
                return false;
            }
        }
        finishNumber(bytes, from, digits <= SHORT ? mantissa : Long.MAX_VALUE, power, negative);
        return true;
    }

    private void finishNumber(byte[] bytes, int from, long mantissa, int power, boolean negative) {
        if (mantissa <= EXACT && power > -TENS.length && power < TENS.length) {
            double size = power < 0 ? (double) mantissa / TENS[-power] : (double) mantissa * TENS[power];
            value = negative ? -size : size;
        } else {
            value = Double.parseDouble(new String(bytes, from, end - from, ISO_8859_1));
        }
    }

    /** Reads the exponent; leaves the end offset alone when there is none. */
    private int readExponent(byte[] bytes, int from) {
        integer = false;
        boolean negative = bytes[from] == '-';
        int first = negative || bytes[from] == '+' ? from + 1 : from;
        int at = first;
        int exponent = 0;
        for (int digit; (digit = bytes[at] - '0') >= 0 && digit <= 9; at++) {
            exponent = Math.min(exponent * 10 + digit, HUGE);
        }
        if (at > first) {
            end = at;
        }
        return negative ? -exponent : exponent;
    }

    private boolean readWord(byte[] bytes, int from) {
        int at = from;
        while (at - from <= WORD
                && (ExpositionByteScanner.isMetricNameByte(bytes[at]) || bytes[at] == '+' || bytes[at] == '-')) {
            at++;
        }
        end = at;
        integer = false;
        switch (new String(bytes, from, at - from, ISO_8859_1).toLowerCase(Locale.ROOT)) {
            case "nan" -> value = Double.NaN;
            case "inf", "+inf", "infinity", "+infinity" -> value = Double.POSITIVE_INFINITY;
            case "-inf", "-infinity" -> value = Double.NEGATIVE_INFINITY;
            default -> {
                return false;
            }
        }
        return true;
    }
}
