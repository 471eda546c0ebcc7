package tessera.exec;

import tessera.model.ProblemException;

/** A session of a command that runs in a container, as the typing side sees it. Safe for use by several threads. */
public interface ExecSession extends AutoCloseable {

    /**
     * Writes bytes to the standard input of the command. Waits while the server does not take it.
     *
     * @throws ProblemException when it cannot be sent any more; why is told to the sink as well
     */
    void write(byte[] bytes) throws ProblemException, InterruptedException;

    /** Closes the standard input; returns false where the protocol cannot transmit that. */
    boolean endInput();

    /** Transmits the size of the terminal. */
    void resize(int columns, int rows);

    /** Leaves the command, which the container's runtime then ends. Nothing is waited for. */
    @Override
    void close();
}
