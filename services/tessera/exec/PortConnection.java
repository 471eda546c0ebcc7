package tessera.exec;

import tessera.model.Failure;

/** A connection to a port of a pod, as the dialling side sees it. Safe for use by several threads. */
public interface PortConnection extends AutoCloseable {

    /**
     * Sends bytes to the port. Waits while the server does not take them.
     *
     * @throws Failure when they cannot be sent any more; why is told to the ear as well
     */
    void write(byte[] bytes) throws Failure, InterruptedException;

    /** Hangs up. Nothing is waited for. */
    @Override
    void close();
}
