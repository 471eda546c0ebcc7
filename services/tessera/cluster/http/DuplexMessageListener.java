package tessera.cluster.http;

import java.nio.ByteBuffer;
import java.util.Optional;
import tessera.model.Problem;

/** Receiver of the messages of a {@link DuplexConnection}, one at a time; while it works, the server waits. */
public interface DuplexMessageListener {

    void onMessage(ByteBuffer message);

    /**
     * Called when no more messages will come. The last call, and made once.
     *
     * @param problem empty when the server closed it as done
     */
    void onEnd(Optional<Problem> problem);
}
