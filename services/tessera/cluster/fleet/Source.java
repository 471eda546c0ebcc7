package tessera.cluster.fleet;

/**
 * A collection that is followed.
 *
 * @param namespace empty for the whole cluster
 */
public record Source(Kind kind, String namespace) {

    /** What a collection holds. */
    public enum Kind {
        NODES,
        PODS
    }

    public static final Source NODES = new Source(Kind.NODES, "");
    public static final Source PODS = new Source(Kind.PODS, "");

    public static Source podsOf(String namespace) {
        return new Source(Kind.PODS, namespace);
    }
}
