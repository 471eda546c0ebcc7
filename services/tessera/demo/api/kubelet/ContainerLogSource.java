package tessera.demo.api.kubelet;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The log of one run of one container. For one reader. */
public interface ContainerLogSource extends AutoCloseable {

    /** One line, without its end. */
    record SourceLine(Instant at, String text) {}

    /** What is written so far, oldest first; what comes later is told by {@link #next}. */
    List<SourceLine> written();

    /** The next line; null if none comes for a while, or no more will. */
    @Nullable
    SourceLine next(Duration patience) throws InterruptedException;

    /** Whether no more will come. */
    boolean ended();

    @Override
    default void close() {}

    /** A log that is complete. */
    static ContainerLogSource of(List<SourceLine> lines) {
        return new ContainerLogSource() {
            @Override
            public List<SourceLine> written() {
                return List.copyOf(lines);
            }

            @Override
            public @Nullable SourceLine next(Duration patience) {
                return null;
            }

            @Override
            public boolean ended() {
                return true;
            }
        };
    }
}
