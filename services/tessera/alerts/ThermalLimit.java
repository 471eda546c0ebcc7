package tessera.alerts;

import java.util.Locale;
import java.util.Optional;
import tessera.model.reading.Metric;
import tessera.model.reading.MetricValues;

/**
 * That a device is hotter than a rule allows, by one reading alone.
 *
 * @param severity of the gravest rule that says so
 * @param words    what it says and from where on, e.g. {@code GPU is hot: above 85 °C}
 */
public record ThermalLimit(Severity severity, String words) implements Comparable<ThermalLimit> {

    /** What the rules say of a device; empty where it is not too hot, or where no temperature is told. */
    public static Optional<ThermalLimit> of(MetricValues values, AlertRules rules) {
        ThermalLimit gravest = null;
        for (var rule : rules.of(AlertSignal.TEMPERATURE)) {
            var limit = rule.limit() == null ? null : rule.limit().of(values);
            if (limit != null && limit.violated(values.get(Metric.TEMPERATURE))
                    && (gravest == null || rule.severity().compareTo(gravest.severity) > 0)) {
                gravest = new ThermalLimit(rule.severity(),
                        String.format(Locale.ROOT, "%s: above %.0f °C", rule.title(), limit.threshold()));
            }
        }
        return Optional.ofNullable(gravest);
    }

    public boolean critical() {
        return severity == Severity.CRITICAL;
    }

    @Override
    public int compareTo(ThermalLimit other) {
        return severity.compareTo(other.severity);
    }
}
