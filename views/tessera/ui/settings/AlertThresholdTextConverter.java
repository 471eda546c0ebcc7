package tessera.ui.settings;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.OptionalDouble;
import tessera.alerts.AlertRule;
import tessera.alerts.AlertSignal;
import tessera.alerts.AlertThreshold.ThresholdComparison;
import tessera.alerts.AlertValueUnit;

/** Conversion of thresholds to and from text: shares in percent. */
final class AlertThresholdTextConverter {

    private static final int PERCENT = 100;

    private AlertThresholdTextConverter() {}

    /** Returns whether the rule has a number that users can understand. */
    static boolean isEditable(AlertRule rule) {
        var limit = rule.limit();
        return limit != null && limit.comparison() != ThresholdComparison.ANY_BIT
                && limit.comparison() != ThresholdComparison.EQUALS && rule.signal() != AlertSignal.HEALTH_WATCH;
    }

    static String thresholdText(AlertRule rule) {
        var limit = rule.limit();
        var severity = rule.severity().name().charAt(0) + rule.severity().name().substring(1).toLowerCase(Locale.ROOT);
        if (limit == null || !isEditable(rule)) {
            return severity;
        }
        var text = switch (limit.comparison()) {
            case ABOVE -> "above";
            case AT_LEAST -> "from";
            case BELOW -> "below";
            case EQUALS, ANY_BIT -> "";
        };
        var usual = (numberText(rule, limit.threshold()) + " " + unitText(rule)).strip();
        return "%s %s the threshold; default %s%s".formatted(severity, text, usual,
                limit.deviceMetric() == null ? "" : ", or what the GPU tells");
    }

    static String unitText(AlertRule rule) {
        return switch (rule.signal().unit()) {
            case CELSIUS -> "°C";
            case SHARE -> "%";
            case PER_MINUTE -> "/min";
            case COUNT, NONE -> "";
        };
    }

    static String numberText(AlertRule rule, double threshold) {
        var shown = BigDecimal.valueOf(threshold).multiply(BigDecimal.valueOf(displayFactor(rule)))
                .setScale(3, RoundingMode.HALF_UP);
        return shown.signum() == 0 ? "0" : shown.stripTrailingZeros().toPlainString();
    }

    /** Parses a typed threshold; empty where it is not valid for the rule. */
    static OptionalDouble parse(AlertRule rule, String text) {
        try {
            var typed = new BigDecimal(text.strip().replace(',', '.')).divide(BigDecimal.valueOf(displayFactor(rule)));
            boolean fits = typed.signum() >= 0
                    && (rule.signal().unit() != AlertValueUnit.SHARE || typed.compareTo(BigDecimal.ONE) <= 0);
            return fits ? OptionalDouble.of(typed.doubleValue()) : OptionalDouble.empty();
        } catch (NumberFormatException _) {
            return OptionalDouble.empty();
        }
    }

    private static int displayFactor(AlertRule rule) {
        return rule.signal().unit() == AlertValueUnit.SHARE ? PERCENT : 1;
    }
}
