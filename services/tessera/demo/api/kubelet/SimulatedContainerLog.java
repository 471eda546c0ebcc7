package tessera.demo.api.kubelet;

import java.time.Instant;
import java.util.List;

/** The log of one run of a container. For one reader. */
public interface SimulatedContainerLog {

    /** A log line, without its end. */
    record LogSourceLine(Instant at, String text) {}

    /** Returns the lines written since the last call, oldest first; the first call returns all that are kept. */
    List<LogSourceLine> newLines();

    /** Returns whether no more lines will come. */
    boolean hasEnded();
}
