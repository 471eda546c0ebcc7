package tessera.metrics.exposition;

/** Who takes the samples of an exposition, in the order in which they are written. */
@FunctionalInterface
public interface SampleSink {

    /** One sample. It is valid only during the call. */
    void sample(ExpositionSample sample);

    /** Whether {@link #described} is to be called. Texts are made only then. */
    default boolean wantsDescriptions() {
        return false;
    }

    /** What the exporter says about a metric. */
    default void described(String metric, MetricDescription kind, String text) {}
}
