package tessera.metrics.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.MetricUnit;

/**
 * The range of numbers that can be a measurement of a metric. What lies outside is a blank of the exporter or damaged. It
 * is data ({@code domains.json}).
 *
 * @param minimum    the least number
 * @param included whether the least number is a measurement
 * @param maximum     the largest number
 * @param rounding how far above it numbers may lie that stand for it
 */
public record MetricValueDomain(double minimum, boolean included, double maximum, double rounding) {

    /** Returns the domain of a metric, in its unit. */
    public static MetricValueDomain of(DeviceMetric deviceMetric) {
        return Objects.requireNonNull(ShippedValueDomainHolder.DOMAINS.get(deviceMetric), deviceMetric.name());
    }

    /** Returns the number as a measurement; NaN where it cannot be one. */
    public double accept(double number) {
        if (number > minimum || (included && number == minimum)) {
            return number <= maximum + rounding ? Math.min(number, maximum) : Double.NaN;
        }
        return Double.NaN;
    }

    /** Holder that reads the domains on first use. */
    private static final class ShippedValueDomainHolder {

        private static final Map<DeviceMetric, MetricValueDomain> DOMAINS = readDomains();

        private static Map<DeviceMetric, MetricValueDomain> readDomains() {
            try (var file = Objects.requireNonNull(MetricValueDomain.class.getResourceAsStream("domains.json"))) {
                var tree = new ObjectMapper().readTree(file);
                var units = new EnumMap<MetricUnit, MetricValueDomain>(MetricUnit.class);
                tree.path("units")
                        .forEach(row -> units.put(MetricUnit.valueOf(row.path("unit").asText()), readDomain(row)));
                var domains = new EnumMap<DeviceMetric, MetricValueDomain>(DeviceMetric.class);
                for (var deviceMetric : DeviceMetric.values()) {
                    domains.put(deviceMetric,
                            Objects.requireNonNull(units.get(deviceMetric.unit()), deviceMetric.name()));
                }
                tree.path("metrics").forEach(
                        row -> domains.put(DeviceMetric.valueOf(row.path("metric").asText()), readDomain(row)));
                return domains;
            } catch (IOException e) {
                throw new UncheckedIOException("domains.json is damaged", e);
            }
        }

        private static MetricValueDomain readDomain(JsonNode row) {
            return new MetricValueDomain(row.path("above").asDouble(0), !row.has("above"), row.path("most").asDouble(),
                    row.path("rounding").asDouble(0));
        }
    }
}
