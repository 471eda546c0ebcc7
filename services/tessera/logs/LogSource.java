package tessera.logs;

import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;

/** Reads logs of a cluster's pods. Each call waits for the server, so not for the FX thread. Safe for use by several threads. */
public interface LogSource {

    /**
     * A pod as it is now.
     *
     * @throws Failure of kind {@code NOT_FOUND} when there is none
     */
    LoggedPod pod(ObjectRef pod) throws Failure, InterruptedException;

    /**
     * One log of one container, each line with the moment it was written.
     *
     * @param previous the run before the current one
     * @param follow   whether it goes on for as long as the container runs
     * @param since    no line from before; null for all
     * @param tail     how many of the last lines; negative for all
     */
    record LogRequest(ObjectRef pod, String container, boolean previous, boolean follow, @Nullable Instant since,
            long tail) {}

    /**
     * Opens a log.
     *
     * @throws Failure of kind {@code INVALID} when there is none yet, in the server's words
     */
    Stream open(LogRequest request) throws Failure, InterruptedException;

    /** A log as bytes. Whoever reads it closes it. */
    interface Stream extends AutoCloseable {

        InputStream bytes();

        /** What there is to say when reading it ended early. */
        Problem explain(IOException e);

        /** Has the reading of it fail, from any thread and at once. */
        void end();

        @Override
        void close();
    }
}
