package tessera.metrics.catalog;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.metrics.exposition.SeriesLabelSet;
import tessera.model.reading.DeviceMetric;

/**
 * The meaning of a metric of an exporter.
 *
 * @param factor     what its values are multiplied with to be in the unit of the metric
 * @param scope      what its values are about
 * @param kind       how they follow each other; where this is a counter and the metric is none, the metric is its rate
 * @param preference 0 for the metric that tells most about it; others stand in for it
 * @param only       the values that labels must have, if not all series of that name mean it
 * @param matching   the patterns that labels must match, likewise
 * @param category   the label that tells the category of a value; empty where each device has one value
 * @param detail     the label that says more of it; empty for none
 */
public record ExporterMetricMeaning(String name, MetricsExporterProfile exporter, DeviceMetric metric, double factor,
        MetricValueScope scope, ExposedMetricType kind, int preference, Map<String, List<String>> only,
        Map<String, Pattern> matching, String category, String detail) {

    public ExporterMetricMeaning {
        only = Map.copyOf(only);
        matching = Map.copyOf(matching);
    }

    /** Returns whether a series of that name has this meaning. */
    public boolean matches(SeriesLabelSet series) {
        for (var wanted : only.entrySet()) {
            if (!wanted.getValue().contains(series.valueOf(wanted.getKey()))) {
                return false;
            }
        }
        for (var wanted : matching.entrySet()) {
            if (!wanted.getValue().matcher(series.valueOf(wanted.getKey())).matches()) {
                return false;
            }
        }
        return true;
    }

    /** Returns the labels that are needed to interpret a series. */
    public Stream<String> requiredLabels() {
        return Stream.of(only.keySet().stream(), matching.keySet().stream(), Stream.of(category, detail))
                .flatMap(Function.identity()).filter(label -> !label.isEmpty());
    }

    /** Converts a value to the unit of the metric; NaN where it is blank or cannot be a measurement. */
    public double convertValue(double value) {
        return exporter.isBlankValue(value) ? Double.NaN : MetricValueDomain.of(metric).accept(value * factor);
    }
}
