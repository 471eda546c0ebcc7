package tessera.exec;

import tessera.model.ProblemException;

/** A connection to a port of a pod, as the dialling side sees it. Safe for use by several threads. */
public interface PodPortConnection extends AutoCloseable {

    /**
     * Sends bytes to the port. Waits while the server does not take them.
     *
     * @throws ProblemException when they cannot be sent any more; why is told to the ear as well
     */
    void write(byte[] bytes) throws ProblemException, InterruptedException;

    /** Hangs up. Nothing is waited for. */
    @Override
    void close();
}
