package tessera.cluster.http;

import okio.ByteString;
import tessera.model.Failure;

/** A connection that goes both ways. Safe for use by several threads. */
public interface DuplexConnection {

    /** Which of the protocols that were offered the server chose. */
    String protocol();

    /**
     * Sends a message; waits while much is still on its way.
     *
     * @throws Failure when it cannot be sent any more, or read-only mode began meanwhile
     */
    void send(ByteString message) throws Failure, InterruptedException;

    /** Says farewell, so that the other side knows. */
    void close();
}
