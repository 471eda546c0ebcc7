package tessera.exec;

import java.util.Optional;
import tessera.model.Problem;

/** Takes what comes from a port of a pod. It is called by one thread at a time, and may keep it waiting: then the pod waits, too. */
public interface PortEar {

    void bytes(byte[] piece);

    /**
     * Nothing more will come. The last call, and made once.
     *
     * @param why empty where the pod ended the connection, or whoever dialled did
     */
    void ended(Optional<Problem> why);
}
