package tessera.cluster.http;

/** The access of a session to its cluster: read-only or read-write. */
public enum SessionAccessMode {
    /** Nothing that could change anything leaves this machine. */
    READ_ONLY,
    /** The server decides. */
    READ_WRITE
}
