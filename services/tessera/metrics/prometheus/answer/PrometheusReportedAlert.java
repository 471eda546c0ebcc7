package tessera.metrics.prometheus.answer;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An alert that a Prometheus reports.
 *
 * @param state    {@code firing} or {@code pending}
 * @param activeAt since when; null when it does not say
 * @param value    of its expression when that was last evaluated
 */
public record PrometheusReportedAlert(Map<String, String> labels, Map<String, String> annotations, String state,
        @Nullable Instant activeAt, double value) {

    public PrometheusReportedAlert {
        labels = Map.copyOf(labels);
        annotations = Map.copyOf(annotations);
    }
}
