package tessera.kube.quantity;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Kubernetes quantities such as {@code 8}, {@code 500m}, {@code 1Ki} or {@code 2e3}. */
public final class QuantityParser {

    private static final Pattern FORM = Pattern
            .compile(
                    "([+-]?(?:\\d++(?:\\.\\d*+)?|\\.\\d++))(?:([eE][+-]?\\d{1,9})|(Ki|Mi|Gi|Ti|Pi|Ei|n|u|m|k|M|G|T|P|E))?");
    private static final Pattern WRITTEN_OUT = Pattern.compile("[+-]?[\\d.]+(?:[eE][+-]?\\d+|m)");
    private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);
    private static final int LARGEST_EXPONENT = 40;
    /** Whoever writes more means no amount; the digits of a number cost more than in proportion to how many they are. */
    private static final int LONGEST = 64;

    private static final Map<String, BigDecimal> SUFFIXES = Map.ofEntries(Map.entry("n", BigDecimal.valueOf(1, 9)),
            Map.entry("u", BigDecimal.valueOf(1, 6)), Map.entry("m", BigDecimal.valueOf(1, 3)),
            Map.entry("k", BigDecimal.valueOf(1_000L)), Map.entry("M", BigDecimal.valueOf(1_000_000L)),
            Map.entry("G", BigDecimal.valueOf(1_000_000_000L)), Map.entry("T", BigDecimal.TEN.pow(12)),
            Map.entry("P", BigDecimal.TEN.pow(15)), Map.entry("E", BigDecimal.TEN.pow(18)),
            Map.entry("Ki", powerOfTwo(10)),
            Map.entry("Mi", powerOfTwo(20)), Map.entry("Gi", powerOfTwo(30)), Map.entry("Ti", powerOfTwo(40)),
            Map.entry("Pi", powerOfTwo(50)), Map.entry("Ei", powerOfTwo(60)));

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
        Matcher form = FORM.matcher(text.trim());
        if (text.length() > LONGEST || !form.matches()) {
            return Optional.empty();
        }
        var number = new BigDecimal(form.group(1));
        if (form.group(2) != null) {
            int exponent = Integer.parseInt(form.group(2).substring(1));
            return Optional.of(number.scaleByPowerOfTen(Math.clamp(exponent, -LARGEST_EXPONENT, LARGEST_EXPONENT)));
        }
        return Optional.of(form.group(3) == null ? number : number.multiply(SUFFIXES.get(form.group(3))));
    }

    /** Returns the amount of a resource in the units of {@link ResourceAmounts}; empty when the text is no quantity. */
    public static OptionalLong parseAmount(String resource, String text) {
        return resource.equals(ResourceAmounts.CPU) ? parseThousandths(text) : parseUnits(text);
    }

    private static OptionalLong parseScaled(String text, int places) {
        return parseExact(text).map(
                value -> value.scaleByPowerOfTen(places).setScale(0, RoundingMode.CEILING).toBigInteger().min(MOST)
                        .max(MOST.negate()))
                .map(BigInteger::longValue).map(OptionalLong::of).orElseGet(OptionalLong::empty);
    }

    /** Returns the readable form: powers of ten and whole thousandths written out, anything else unchanged. */
    public static String readableText(String text) {
        return parseExact(text)
                .filter(amount -> WRITTEN_OUT.matcher(text.trim()).matches()
                        && amount.stripTrailingZeros().scale() <= 0)
                .map(amount -> amount.setScale(0, RoundingMode.UNNECESSARY).toPlainString()).orElse(text);
    }

    /** Returns an amount as it is written, in whole mebibytes where it is that much, and else rounded up to thousandths. */
    public static String quantityText(BigDecimal amount) {
        var mebi = SUFFIXES.get("Mi");
        if (amount.compareTo(mebi) >= 0 && amount.remainder(mebi).signum() == 0) {
            var gibi = SUFFIXES.get("Gi");
            return amount.remainder(gibi).signum() == 0 ? amount.divide(gibi).toBigInteger() + "Gi"
                    : amount.divide(mebi).toBigInteger() + "Mi";
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

    private static BigDecimal powerOfTwo(int bits) {
        return new BigDecimal(BigInteger.ONE.shiftLeft(bits));
    }
}
