package tessera.demo.api.kubelet;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The log of one run of a container. For one reader. */
public interface SimulatedContainerLog extends AutoCloseable {

    /** A log line, without its end. */
    record LogSourceLine(Instant at, String text) {}

    /** Returns the lines written so far, oldest first; {@link #next} returns later ones. */
    List<LogSourceLine> writtenLines();

    /** Returns the next line; null if none comes within the time, or none will come any more. */
    @Nullable
    LogSourceLine next(Duration timeout) throws InterruptedException;

    /** Returns whether no more lines will come. */
    boolean hasEnded();

    @Override
    default void close() {}

    /** Returns a complete log. */
    static SimulatedContainerLog of(List<LogSourceLine> lines) {
        return new SimulatedContainerLog() {
            @Override
            public List<LogSourceLine> writtenLines() {
                return List.copyOf(lines);
            }

            @Override
            public @Nullable LogSourceLine next(Duration timeout) {
                return null;
            }

            @Override
            public boolean hasEnded() {
                return true;
            }
        };
    }
}
