package tessera.logs;

import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.ProblemException;

/** Reads logs of a cluster's pods. Each call waits for the server, so not for the FX thread. Safe for use by several threads. */
public interface PodLogSource {

    /**
     * Reads the current state of a pod.
     *
     * @throws ProblemException of kind {@code NOT_FOUND} when there is none
     */
    LogPodFacts findPod(ObjectRef pod) throws ProblemException, InterruptedException;

    /**
     * A request for one log of one container, each line with its timestamp.
     *
     * @param previous the run before the current one
     * @param follow   whether it goes on for as long as the container runs
     * @param since    no line from before; null for all
     * @param tail     how many of the last lines; negative for all
     */
    record LogRequest(ObjectRef pod, String container, boolean previous, boolean follow, @Nullable Instant since,
            long tail) {}

    /**
     * Opens the stream of a log.
     *
     * @throws ProblemException of kind {@code INVALID} when there is none yet, in the server's words
     */
    LogByteStream openStream(LogRequest request) throws ProblemException, InterruptedException;

    /** A log as a stream of bytes. Whoever reads it closes it. */
    interface LogByteStream extends AutoCloseable {

        InputStream bytes();

        /** Returns the problem for a stream that broke off. */
        Problem explain(IOException e);

        /** Makes reading fail, from any thread and at once. */
        void abort();

        @Override
        void close();
    }
}
