package tessera.metrics.exposition;

/** The kind of a description that an exporter gives of a metric. */
public enum MetricMetadataKind {
    /** A sentence for people. */
    HELP,
    /** {@code gauge}, {@code counter} and so on. */
    TYPE,
    /** The unit, in OpenMetrics only. */
    UNIT
}
