package tessera.exec;

import java.util.Optional;
import tessera.model.Problem;

/** A listener to the data and the end of a port connection. It is called by one thread at a time, and may keep it waiting: then the pod waits, too. */
public interface PortConnectionListener {

    void onBytes(byte[] piece);

    /**
     * Receives the end of the connection, with the problem if there is one. The last call, and made once.
     *
     * @param problem empty where the pod ended the connection, or whoever dialled did
     */
    void onClose(Optional<Problem> problem);
}
