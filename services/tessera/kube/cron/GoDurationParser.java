package tessera.kube.cron;

import java.io.Serial;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Map;

/** A parser of durations such as {@code 1h30m}, as Go's {@code time.ParseDuration} reads them. */
final class GoDurationParser {

    private static final Map<String, BigDecimal> UNIT_NANOS = Map.of("ns", BigDecimal.ONE, "us", BigDecimal.TEN.pow(3),
            "µs", BigDecimal.TEN.pow(3), "μs", BigDecimal.TEN.pow(3), "ms", BigDecimal.TEN.pow(6), "s",
            BigDecimal.TEN.pow(9), "m", BigDecimal.TEN.pow(9).multiply(BigDecimal.valueOf(60)), "h",
            BigDecimal.TEN.pow(9).multiply(BigDecimal.valueOf(3600)));
    private static final BigDecimal MOST_NANOS = BigDecimal.valueOf(Long.MAX_VALUE);
    /** More digits are more than any duration has, and cost more than in proportion. */
    private static final int MOST_DIGITS = 40;

    private final String text;
    private int at;

    private GoDurationParser(String text) {
        this.text = text;
    }

    /** Thrown for a text that is no duration. */
    static final class InvalidDurationException extends Exception {

        @Serial
        private static final long serialVersionUID = 1;

        private final String reason;

        private InvalidDurationException(String reason) {
            super(reason, null, false, false);
            this.reason = reason;
        }

        /** Returns the message as Go words it. */
        String goMessage() {
            return reason;
        }
    }

    static Duration parse(String text) throws InvalidDurationException {
        return new GoDurationParser(text).parseSum();
    }

    private Duration parseSum() throws InvalidDurationException {
        boolean negative = text.startsWith("-");
        at = negative || text.startsWith("+") ? 1 : 0;
        if (text.substring(at).equals("0")) {
            return Duration.ZERO;
        }
        if (at == text.length()) {
            throw invalid();
        }
        var nanos = BigDecimal.ZERO;
        while (at < text.length()) {
            nanos = nanos.add(parseNumber().multiply(parseUnit()).setScale(0, RoundingMode.DOWN));
            if (nanos.compareTo(MOST_NANOS) > 0) {
                throw invalid();
            }
        }
        return Duration.ofNanos(negative ? -nanos.longValueExact() : nanos.longValueExact());
    }

    private BigDecimal parseNumber() throws InvalidDurationException {
        int from = at;
        while (at < text.length() && isDigit(text.charAt(at))) {
            at++;
        }
        if (at < text.length() && text.charAt(at) == '.') {
            at++;
            while (at < text.length() && isDigit(text.charAt(at))) {
                at++;
            }
        }
        var number = text.substring(from, at);
        if (number.isEmpty() || number.equals(".") || number.length() > MOST_DIGITS) {
            throw invalid();
        }
        return new BigDecimal(number.endsWith(".") ? number + "0" : number);
    }

    private BigDecimal parseUnit() throws InvalidDurationException {
        int from = at;
        while (at < text.length() && !isDigit(text.charAt(at)) && text.charAt(at) != '.') {
            at++;
        }
        var unit = text.substring(from, at);
        if (unit.isEmpty()) {
            throw new InvalidDurationException("time: missing unit in duration \"" + text + "\"");
        }
        var nanos = UNIT_NANOS.get(unit);
        if (nanos == null) {
            throw new InvalidDurationException("time: unknown unit \"%s\" in duration \"%s\"".formatted(unit, text));
        }
        return nanos;
    }

    private static boolean isDigit(char letter) {
        return letter >= '0' && letter <= '9';
    }

    private InvalidDurationException invalid() {
        return new InvalidDurationException("time: invalid duration \"" + text + "\"");
    }
}
