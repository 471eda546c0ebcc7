package tessera.metrics.catalogue;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.metrics.exposition.LabelSet;
import tessera.model.reading.Metric;

/**
 * What a metric of an exporter means.
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
public record ExportedMetric(String name, ExporterKind exporter, Metric metric, double factor, MetricScope scope,
        SeriesKind kind,
        int preference, Map<String, List<String>> only, Map<String, Pattern> matching, String category,
        String detail) {

    public ExportedMetric {
        only = Map.copyOf(only);
        matching = Map.copyOf(matching);
    }

    /** Whether a series of that name means it. */
    public boolean takes(LabelSet series) {
        for (var wanted : only.entrySet()) {
            if (!wanted.getValue().contains(series.label(wanted.getKey()))) {
                return false;
            }
        }
        for (var wanted : matching.entrySet()) {
            if (!wanted.getValue().matcher(series.label(wanted.getKey())).matches()) {
                return false;
            }
        }
        return true;
    }

    /** The labels that must be known of a series to understand it. */
    public Stream<String> labels() {
        return Stream.of(only.keySet().stream(), matching.keySet().stream(), Stream.of(category, detail))
                .flatMap(Function.identity()).filter(label -> !label.isEmpty());
    }

    /** A value in the unit of the metric; not a number where it is a blank or can be no measurement. */
    public double reading(double value) {
        return exporter.blank(value) ? Double.NaN : MetricDomain.of(metric).accept(value * factor);
    }
}
