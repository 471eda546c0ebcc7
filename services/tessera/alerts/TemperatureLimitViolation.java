package tessera.alerts;

import java.util.Optional;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceMetricValues;
import tessera.text.MessageCatalog;

/**
 * A temperature above the limit of an alert rule, judged by one reading alone.
 *
 * @param severity of the gravest rule that says so
 * @param text    what it says and from where on, e.g. {@code GPU is hot: above 85 °C}
 */
public record TemperatureLimitViolation(AlertOrFindingSeverity severity,
        String text) implements Comparable<TemperatureLimitViolation> {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(TemperatureLimitViolation.class);

    /** Judges a device by the rules; empty where it is not too hot, or reports no temperature. */
    public static Optional<TemperatureLimitViolation> of(DeviceMetricValues values, AlertRules rules) {
        TemperatureLimitViolation gravest = null;
        for (var rule : rules.rulesFor(AlertSignal.TEMPERATURE)) {
            var limit = rule.limit() == null ? null : rule.limit().forDevice(values);
            if (limit != null && limit.isViolated(values.get(DeviceMetric.TEMPERATURE))
                    && (gravest == null || rule.severity().compareTo(gravest.severity) > 0)) {
                gravest = new TemperatureLimitViolation(rule.severity(),
                        MESSAGES.text("temperature.above", rule.title(), Math.round(limit.threshold())));
            }
        }
        return Optional.ofNullable(gravest);
    }

    public boolean isCritical() {
        return severity == AlertOrFindingSeverity.CRITICAL;
    }

    @Override
    public int compareTo(TemperatureLimitViolation other) {
        return severity.compareTo(other.severity);
    }
}
