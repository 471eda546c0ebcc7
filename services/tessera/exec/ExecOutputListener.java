package tessera.exec;

/** A listener to the output and the end of a command. It is called by one thread at a time, and may keep it waiting: then the server waits, too. */
public interface ExecOutputListener {

    /** Receives standard output; on a terminal standard error, too. */
    void onOutput(byte[] bytes);

    /** Receives standard error; nothing on a terminal. */
    void onErrorOutput(byte[] bytes);

    /** Receives the exit status when the command has ended. The last call, and made once. */
    void onExit(ExecExitStatus exitStatus);
}
