package tessera.metrics.catalogue;

import java.util.List;
import java.util.Map;
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
 */
public record ExportedMetric(String name, Exporter exporter, Metric metric, double factor, Scope scope, Kind kind,
        int preference, Map<String, List<String>> only) {

    public ExportedMetric {
        only = Map.copyOf(only);
    }

    /** Whether a series of that name means it. */
    public boolean takes(LabelSet series) {
        if (only.isEmpty()) {
            return true;
        }
        for (var wanted : only.entrySet()) {
            if (!wanted.getValue().contains(series.label(wanted.getKey()))) {
                return false;
            }
        }
        return true;
    }

    /** A value in the unit of the metric. */
    public double scaled(double value) {
        return value * factor;
    }
}
