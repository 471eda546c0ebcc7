package tessera.cluster.http;

import java.nio.ByteBuffer;
import tessera.model.ProblemException;

/** A connection that carries messages both ways. Safe for use by several threads. */
public interface DuplexConnection {

    /** Returns the subprotocol that the server chose of those offered. */
    String protocol();

    /**
     * Sends a message; waits while too much is still queued.
     *
     * @throws ProblemException when it cannot be sent any more, or read-only mode began meanwhile
     */
    void send(ByteBuffer message) throws ProblemException, InterruptedException;

    /** Closes the connection with a close message to the other side. */
    void close();
}
