package tessera.kube.quantity;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An exact quantity that remembers how it was written: {@code 1Gi} and {@code 1073741824} are the same amount and print
 * differently, as on a real server.
 *
 * @param value  the amount, in whole units of the resource
 * @param format the family of suffixes it is written with
 */
public record FormatPreservingQuantity(BigDecimal value,
        QuantitySuffixFormat format) implements Comparable<FormatPreservingQuantity> {

    /** The three families of suffixes. */
    public enum QuantitySuffixFormat {
        DECIMAL,
        BINARY,
        EXPONENT
    }

    public static final FormatPreservingQuantity ZERO = new FormatPreservingQuantity(BigDecimal.ZERO,
            QuantitySuffixFormat.DECIMAL);

    private static final Pattern FORM = Pattern
            .compile("([+-]?)([0-9]*+)(\\.([0-9]*+))?+([eEinumkKMGTP]*+)([-+]?[0-9]*+)");
    private static final Map<String, Integer> DECIMAL = Map.ofEntries(Map.entry("n", -9), Map.entry("u", -6),
            Map.entry("m", -3), Map.entry("", 0), Map.entry("k", 3), Map.entry("M", 6), Map.entry("G", 9),
            Map.entry("T", 12), Map.entry("P", 15), Map.entry("E", 18));
    private static final Map<String, Integer> BINARY = Map.of("Ki", 10, "Mi", 20, "Gi", 30, "Ti", 40, "Pi", 50, "Ei",
            60);
    private static final String[] DECIMAL_SUFFIXES = {"n", "u", "m", "", "k", "M", "G", "T", "P", "E"};
    private static final String[] BINARY_SUFFIXES = {"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};
    private static final int MOST_DIGITS = 18;
    private static final int LONGEST = 1000;
    private static final int LARGEST_EXPONENT = 60;
    private static final BigDecimal BINARY_STEP = BigDecimal.valueOf(1024);
    private static final int NANO = 9;

    public static FormatPreservingQuantity of(long value) {
        return new FormatPreservingQuantity(BigDecimal.valueOf(value), QuantitySuffixFormat.DECIMAL);
    }

    /** Returns the amount that a stored object names; zero for what is not a quantity. */
    public static FormatPreservingQuantity of(JsonNode stored) {
        return parseOptional(stored.asText()).orElse(ZERO);
    }

    public static FormatPreservingQuantity parse(String text) throws InvalidQuantityException {
        return ParsedQuantity.of(text).amount();
    }

    /** Returns the amount; empty for what is no quantity. */
    public static Optional<FormatPreservingQuantity> parseOptional(String text) {
        try {
            return Optional.of(parse(text));
        } catch (InvalidQuantityException _) {
            return Optional.empty();
        }
    }

    /** Returns the text that a server prints for a quantity it was sent. */
    public static String readBack(String text) throws InvalidQuantityException {
        return ParsedQuantity.of(text).readBack(text);
    }

    /** Returns the same as {@link #readBack} for a value that the server rounds up to thousandths. */
    public static String readBackInThousandths(String text) throws InvalidQuantityException {
        var written = ParsedQuantity.of(text);
        var rounded = written.amount().value().setScale(3, RoundingMode.UP);
        boolean exact = rounded.compareTo(written.amount().value()) == 0;
        if (exact) {
            return written.readBack(text);
        }
        return new FormatPreservingQuantity(rounded, written.amount().format()).canonicalText();
    }

    /** Returns the sum; a sum with zero takes the other's format. */
    public FormatPreservingQuantity plus(FormatPreservingQuantity other) {
        return new FormatPreservingQuantity(value.add(other.value), value.signum() == 0 ? other.format : format);
    }

    public FormatPreservingQuantity minus(FormatPreservingQuantity other) {
        return new FormatPreservingQuantity(value.subtract(other.value), value.signum() == 0 ? other.format : format);
    }

    public FormatPreservingQuantity max(FormatPreservingQuantity other) {
        return value.compareTo(other.value) >= 0 ? this : other;
    }

    public boolean isZero() {
        return value.signum() == 0;
    }

    public boolean isNegative() {
        return value.signum() < 0;
    }

    public boolean isWhole() {
        return value.stripTrailingZeros().scale() <= 0;
    }

    @Override
    public int compareTo(FormatPreservingQuantity other) {
        return value.compareTo(other.value);
    }

    /** Returns the canonical text. */
    public String canonicalText() {
        if (value.signum() == 0) {
            return "0";
        }
        boolean binary = format == QuantitySuffixFormat.BINARY && isWhole() && value.abs().compareTo(BINARY_STEP) >= 0;
        if (binary) {
            return binaryText();
        }
        return decimalText();
    }

    private String binaryText() {
        var rest = value.toBigInteger();
        var step = BINARY_STEP.toBigInteger();
        int suffix = 0;
        while (suffix < BINARY_SUFFIXES.length - 1 && rest.mod(step).signum() == 0) {
            rest = rest.divide(step);
            suffix++;
        }
        return rest + BINARY_SUFFIXES[suffix];
    }

    private String decimalText() {
        var digits = value.stripTrailingZeros();
        int exponent = Math.floorDiv(-digits.scale(), 3) * 3;
        if (format != QuantitySuffixFormat.EXPONENT) {
            exponent = Math.clamp(exponent, -NANO, 18);
        }
        var mantissa = value.scaleByPowerOfTen(-exponent).setScale(0, RoundingMode.UP).toBigInteger();
        if (format == QuantitySuffixFormat.EXPONENT) {
            return mantissa + (exponent == 0 ? "" : "e" + exponent);
        }
        return mantissa + DECIMAL_SUFFIXES[(exponent + NANO) / 3];
    }

    /** A parsed quantity, and whether a server prints it as it was written. */
    private record ParsedQuantity(FormatPreservingQuantity amount, boolean printsUnchanged) {

        String readBack(String text) {
            if (printsUnchanged) {
                return text.trim();
            }
            return amount.canonicalText();
        }

        static ParsedQuantity of(String text) throws InvalidQuantityException {
            var trimmed = text.trim();
            var form = FORM.matcher(trimmed);
            if (trimmed.length() > LONGEST || !form.matches()
                    || (form.group(2).isEmpty() && (form.group(4) == null || form.group(4).isEmpty()))) {
                throw new InvalidQuantityException("quantities must match the regular expression "
                        + "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
            }
            var whole = withoutLeadingZeros(form.group(2));
            var fraction = Objects.requireNonNullElse(form.group(4), "");
            return fromParts(new BigInteger(form.group(1).equals("-") ? "-1" : "1"), whole, fraction,
                    form.group(5) + form.group(6));
        }

        /** Removes leading zeros but keeps one digit; every write reads many quantities. */
        private static String withoutLeadingZeros(String digits) {
            int first = 0;
            while (first < digits.length() - 1 && digits.charAt(first) == '0') {
                first++;
            }
            return digits.isEmpty() ? "0" : digits.substring(first);
        }

        private static ParsedQuantity fromParts(BigInteger sign, String whole, String fraction, String suffix)
                throws InvalidQuantityException {
            var format = formatOf(suffix);
            int exponent = exponentOf(suffix, format);
            var digits = whole + fraction;
            var number = new BigDecimal(new BigInteger(digits).multiply(sign), fraction.length());
            if (format == QuantitySuffixFormat.BINARY) {
                var value = number.multiply(new BigDecimal(BigInteger.ONE.shiftLeft(exponent)));
                boolean kept = fraction.isEmpty() && digits.length() <= 12
                        && new BigInteger(digits).mod(BigInteger.valueOf(8)).signum() != 0;
                return new ParsedQuantity(new FormatPreservingQuantity(roundToNano(value), format), kept);
            }
            int scale = exponent - fraction.length();
            boolean kept = digits.length() <= MOST_DIGITS && scale >= -NANO && scale % 3 == 0 && !digits.endsWith("000")
                    && digits.charAt(0) != '0';
            return new ParsedQuantity(
                    new FormatPreservingQuantity(roundToNano(number.scaleByPowerOfTen(exponent)), format), kept);
        }

        /** Rounds up to the finest unit that a server distinguishes. */
        private static BigDecimal roundToNano(BigDecimal value) {
            return value.scale() > NANO ? value.setScale(NANO, RoundingMode.UP) : value;
        }

        private static QuantitySuffixFormat formatOf(String suffix) {
            if (BINARY.containsKey(suffix)) {
                return QuantitySuffixFormat.BINARY;
            }
            if (suffix.length() > 1 && Character.toLowerCase(suffix.charAt(0)) == 'e') {
                return QuantitySuffixFormat.EXPONENT;
            }
            return QuantitySuffixFormat.DECIMAL;
        }

        private static int exponentOf(String suffix, QuantitySuffixFormat format) throws InvalidQuantityException {
            var known = format == QuantitySuffixFormat.BINARY ? BINARY.get(suffix) : DECIMAL.get(suffix);
            if (known != null) {
                return known;
            }
            try {
                if (format == QuantitySuffixFormat.EXPONENT) {
                    return Math.clamp(Integer.parseInt(suffix.substring(1)), -LARGEST_EXPONENT, LARGEST_EXPONENT);
                }
            } catch (NumberFormatException e) {
                // Said below.
            }
            throw new InvalidQuantityException("unable to parse quantity's suffix");
        }
    }
}
