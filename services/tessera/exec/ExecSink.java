package tessera.exec;

/** Takes what a command says. It is called by one thread at a time, and may keep it waiting: then the server waits, too. */
public interface ExecSink {

    /** What the command writes; on a terminal its errors, too. */
    void output(byte[] bytes);

    /** What it writes beside its output; nothing on a terminal. */
    void errors(byte[] bytes);

    /** It is over. The last call, and made once. */
    void ended(ExitStatus ending);
}
