package tessera.cluster.http;

/** What a session may do to its cluster. */
public enum AccessMode {
    /** Nothing that could change anything leaves this machine. */
    READ_ONLY,
    /** The server decides. */
    READ_WRITE
}
