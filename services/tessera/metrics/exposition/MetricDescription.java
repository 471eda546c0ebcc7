package tessera.metrics.exposition;

/** What an exporter can say about a metric. */
public enum MetricDescription {
    /** A sentence for people. */
    HELP,
    /** {@code gauge}, {@code counter} and so on. */
    TYPE,
    /** The unit, in OpenMetrics only. */
    UNIT
}
