package tessera.kube.quantity;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** Kubernetes quantities such as {@code 8}, {@code 500m}, {@code 1Ki} or {@code 2e3}. */
public final class QuantityParser {

    private static final Pattern WRITTEN_OUT = Pattern.compile("[+-]?[\\d.]+(?:[eE][+-]?\\d+|m)");
    private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);
    /** Whoever writes more means no amount; the digits of a number cost more than in proportion to how many they are. */
    private static final int LONGEST = 64;

    private static final BigDecimal MEBI = BigDecimal.valueOf(1L << 20);
    private static final BigDecimal GIBI = BigDecimal.valueOf(1L << 30);

    private QuantityParser() {}

    /** Returns whole units, rounded up, at most {@link Long#MAX_VALUE}; empty when the text is no quantity. */
    public static OptionalLong parseUnits(String text) {
        var plain = parsePlain(text);
        return plain.isPresent() ? plain : parseScaled(text, 0);
    }

    /** Returns thousandths, rounded up, at most {@link Long#MAX_VALUE}; empty when the text is no quantity. */
    public static OptionalLong parseThousandths(String text) {
        return parseScaled(text, 3);
    }

    /** Returns the exact value; empty when the text is no quantity. */
    public static Optional<BigDecimal> parseExact(String text) {
        if (text.length() > LONGEST) {
            return Optional.empty();
        }
        return FormatPreservingQuantity.parseOptional(text).map(FormatPreservingQuantity::value);
    }

    /** Returns the amount of a resource in the units of {@link ResourceAmounts}; empty when the text is no quantity. */
    public static OptionalLong parseAmount(String resource, String text) {
        if (resource.equals(ResourceAmounts.CPU)) {
            return parseThousandths(text);
        }
        return parseUnits(text);
    }

    private static OptionalLong parseScaled(String text, int places) {
        return parseExact(text)
                .map(value -> value.scaleByPowerOfTen(places).setScale(0, RoundingMode.CEILING).toBigInteger().min(MOST)
                        .max(MOST.negate()))
                .map(BigInteger::longValue).map(OptionalLong::of).orElseGet(OptionalLong::empty);
    }

    /** Returns the readable form: powers of ten and whole thousandths written out, anything else unchanged. */
    public static String readableText(String text) {
        return parseExact(text).filter(
                amount -> WRITTEN_OUT.matcher(text.trim()).matches() && amount.stripTrailingZeros().scale() <= 0)
                .map(amount -> amount.setScale(0, RoundingMode.UNNECESSARY).toPlainString()).orElse(text);
    }

    /** Returns an amount as it is written, in whole mebibytes where it is that much, and else rounded up to thousandths. */
    public static String quantityText(BigDecimal amount) {
        if (amount.compareTo(MEBI) >= 0 && amount.remainder(MEBI).signum() == 0) {
            if (amount.remainder(GIBI).signum() == 0) {
                return amount.divide(GIBI).toBigInteger() + "Gi";
            }
            return amount.divide(MEBI).toBigInteger() + "Mi";
        }
        var thousandths = amount.scaleByPowerOfTen(3).setScale(0, RoundingMode.CEILING).toBigInteger();
        var parts = thousandths.divideAndRemainder(BigInteger.valueOf(1_000));
        return parts[1].signum() == 0 ? parts[0].toString() : thousandths + "m";
    }

    /** Parses a short plain integer, as nearly every quantity of a device is; these need no regular expression. */
    private static OptionalLong parsePlain(String text) {
        if (text.isEmpty() || text.length() > 18) {
            return OptionalLong.empty();
        }
        long value = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return OptionalLong.empty();
            }
            value = value * 10 + digit;
        }
        return OptionalLong.of(value);
    }
}
