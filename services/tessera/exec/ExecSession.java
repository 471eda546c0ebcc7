package tessera.exec;

import tessera.model.Failure;

/** A command that runs in a container, from the side of whoever types. Safe for use by several threads. */
public interface ExecSession extends AutoCloseable {

    /**
     * Types something. Waits while the server does not take it.
     *
     * @throws Failure when it cannot be sent any more; why is told to the sink as well
     */
    void write(byte[] bytes) throws Failure, InterruptedException;

    /** Says that no more will be typed; false where the server has no way to be told. */
    boolean endInput();

    /** Says how large the terminal is now. */
    void resize(int columns, int rows);

    /** Leaves the command, which the container's runtime then ends. Nothing is waited for. */
    @Override
    void close();
}
