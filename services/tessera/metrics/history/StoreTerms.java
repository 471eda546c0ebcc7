package tessera.metrics.history;

import java.time.Clock;
import java.time.Duration;
import java.util.function.Consumer;
import tessera.model.Problem;

/**
 * How a history is stored.
 *
 * @param pause     between two writings
 * @param mostBytes that all files of the directory may have together, whatever cluster they are of
 * @param told      is given what goes wrong, each sort of trouble once; on any thread
 */
public record StoreTerms(Clock clock, Duration pause, long mostBytes, Consumer<Problem> told) {

    private static final long USUAL_BYTES = 200L << 20;

    /** The same with another bound. */
    public StoreTerms within(long bytes) {
        return new StoreTerms(clock, pause, bytes, told);
    }

    public static StoreTerms usual(Clock clock, Consumer<Problem> told) {
        return new StoreTerms(clock, Duration.ofSeconds(30), USUAL_BYTES, told);
    }
}
