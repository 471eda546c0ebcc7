package tessera.exec;

import tessera.model.Failure;

/** One connection to a port of a pod, from the side of whoever dialled. Safe for use by several threads. */
public interface PortConnection extends AutoCloseable {

    /**
     * Sends bytes. Waits while the server does not take them.
     *
     * @throws Failure when they cannot be sent any more; why is told to the ear as well
     */
    void write(byte[] bytes) throws Failure, InterruptedException;

    /** Hangs up. Nothing is waited for. */
    @Override
    void close();
}
