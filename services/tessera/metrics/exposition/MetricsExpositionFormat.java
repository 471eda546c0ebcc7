package tessera.metrics.exposition;

import java.util.Locale;

/** A text format for metrics. */
public enum MetricsExpositionFormat {
    /** Prometheus 0.0.4: timestamps are milliseconds. */
    PROMETHEUS,
    /** OpenMetrics 1.0: timestamps are seconds, and a mark says where the end is. */
    OPEN_METRICS;

    /** Returns the format that a {@code Content-Type} announces. Whatever is unknown is taken for the older one. */
    public static MetricsExpositionFormat of(String contentType) {
        if (contentType.strip().toLowerCase(Locale.ROOT).startsWith("application/openmetrics-text")) {
            return OPEN_METRICS;
        }
        return PROMETHEUS;
    }
}
