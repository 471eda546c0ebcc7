package tessera.metrics.history;

import java.time.Clock;
import java.time.Duration;
import java.util.function.Consumer;
import tessera.model.Problem;

/**
 * The settings for storing a history: pause between writes, size limit, problem listener.
 *
 * @param pause     between two writings
 * @param mostBytes that all files of the directory may have together, whatever cluster they are of
 * @param problemListener      is given what goes wrong, each sort of trouble once; on any thread
 */
public record MetricHistoryStorageSettings(Clock clock, Duration pause, long mostBytes,
        Consumer<Problem> problemListener) {

    private static final long USUAL_BYTES = 200L << 20;

    /** Returns the same settings with another size limit. */
    public MetricHistoryStorageSettings withMaxBytes(long bytes) {
        return new MetricHistoryStorageSettings(clock, pause, bytes, problemListener);
    }

    public static MetricHistoryStorageSettings defaults(Clock clock, Consumer<Problem> told) {
        return new MetricHistoryStorageSettings(clock, Duration.ofSeconds(30), USUAL_BYTES, told);
    }
}
