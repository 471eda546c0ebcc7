package tessera.metrics.exposition;

/** A consumer of the samples of an exposition, in the order in which they are written. */
@FunctionalInterface
public interface ExpositionSampleConsumer {

    /** Accepts one sample. It is valid only during the call. */
    void acceptSample(MetricsExpositionSample sample);

    /** Whether {@link #acceptDescription} is to be called. Texts are made only then. */
    default boolean wantsDescriptions() {
        return false;
    }

    /** Accepts a description that the exporter gives of a metric. */
    default void acceptDescription(String metric, MetricMetadataKind kind, String text) {}
}
