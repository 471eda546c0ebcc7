package tessera.ui.settings;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.OptionalDouble;
import tessera.alerts.AlertLimit.Comparison;
import tessera.alerts.AlertRule;
import tessera.alerts.AlertSignal;
import tessera.alerts.MeasureUnit;

/** Thresholds as people read and type them: shares in percent. */
final class ThresholdWords {

    private static final int PERCENT = 100;

    private ThresholdWords() {}

    /** Whether the rule has a number that means something to people. */
    static boolean settable(AlertRule rule) {
        var limit = rule.limit();
        return limit != null && limit.comparison() != Comparison.ANY_BIT
                && limit.comparison() != Comparison.EQUALS && rule.signal() != AlertSignal.HEALTH_WATCH;
    }

    static String of(AlertRule rule) {
        var limit = rule.limit();
        var severity = rule.severity().name().charAt(0) + rule.severity().name().substring(1).toLowerCase(Locale.ROOT);
        if (limit == null || !settable(rule)) {
            return severity;
        }
        var words = switch (limit.comparison()) {
            case ABOVE -> "above";
            case AT_LEAST -> "from";
            case BELOW -> "below";
            case EQUALS, ANY_BIT -> "";
        };
        var usual = (number(rule, limit.threshold()) + " " + unit(rule)).strip();
        return "%s %s the threshold; default %s%s".formatted(severity, words, usual,
                limit.own() == null ? "" : ", or what the GPU tells");
    }

    static String unit(AlertRule rule) {
        return switch (rule.signal().unit()) {
            case CELSIUS -> "°C";
            case SHARE -> "%";
            case PER_MINUTE -> "/min";
            case COUNT, NONE -> "";
        };
    }

    static String number(AlertRule rule, double threshold) {
        var shown = BigDecimal.valueOf(threshold).multiply(BigDecimal.valueOf(factor(rule)))
                .setScale(3, RoundingMode.HALF_UP);
        return shown.signum() == 0 ? "0" : shown.stripTrailingZeros().toPlainString();
    }

    /** What was typed; empty where it can be no threshold of the rule. */
    static OptionalDouble parse(AlertRule rule, String text) {
        try {
            var typed = new BigDecimal(text.strip().replace(',', '.')).divide(BigDecimal.valueOf(factor(rule)));
            boolean fits = typed.signum() >= 0
                    && (rule.signal().unit() != MeasureUnit.SHARE || typed.compareTo(BigDecimal.ONE) <= 0);
            return fits ? OptionalDouble.of(typed.doubleValue()) : OptionalDouble.empty();
        } catch (NumberFormatException _) {
            return OptionalDouble.empty();
        }
    }

    private static int factor(AlertRule rule) {
        return rule.signal().unit() == MeasureUnit.SHARE ? PERCENT : 1;
    }
}
