package tessera.cluster.http;

import java.util.Optional;
import okio.ByteString;
import tessera.model.Problem;

/** Hears what comes over a {@link DuplexConnection}, one piece at a time; while it thinks, the server waits. */
public interface SocketListener {

    void heard(ByteString message);

    /**
     * Nothing more will come. The last call, and made once.
     *
     * @param why empty when the server closed it as done
     */
    void ended(Optional<Problem> why);
}
