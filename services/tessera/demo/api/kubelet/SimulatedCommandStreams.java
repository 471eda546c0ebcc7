package tessera.demo.api.kubelet;

import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The streams of a command; by themselves they take what it writes, and give it nothing to read. */
@FunctionalInterface
public interface SimulatedCommandStreams {

    /**
     * Writes to the client.
     *
     * @throws IOException if the client has gone
     */
    void writeOutput(byte[] bytes) throws IOException;

    /** Writes to the client what is no output; together with the output if there is one stream for both. */
    default void writeError(byte[] bytes) throws IOException {
        writeOutput(bytes);
    }

    /**
     * Returns the next bytes that the client sends.
     *
     * @return none if nothing comes in time; null once the client sends no more
     */
    default byte @Nullable [] readInput(Duration timeout) throws InterruptedException {
        return null;
    }

    /** Returns rows and columns of the client's window, as {@code stty size} prints them. */
    default String windowSize() {
        return "24 80";
    }
}
