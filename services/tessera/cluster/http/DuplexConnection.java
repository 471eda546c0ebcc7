package tessera.cluster.http;

import okio.ByteString;
import tessera.model.Failure;

/** A connection that carries messages both ways. Safe for use by several threads. */
public interface DuplexConnection {

    /** Returns the subprotocol that the server chose of those offered. */
    String protocol();

    /**
     * Sends a message; waits while too much is still queued.
     *
     * @throws Failure when it cannot be sent any more, or read-only mode began meanwhile
     */
    void send(ByteString message) throws Failure, InterruptedException;

    /** Closes the connection with a close message to the other side. */
    void close();
}
