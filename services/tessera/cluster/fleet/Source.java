package tessera.cluster.fleet;

import java.util.HashSet;
import java.util.Set;
import tessera.model.Snapshot;
import tessera.model.SourceHealth;

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

    /** The collections of a whole cluster that a snapshot holds, be it as they once were. */
    public static Set<Source> knownIn(Snapshot last) {
        var known = new HashSet<Source>();
        if (known(last.nodeHealth())) {
            known.add(NODES);
        }
        if (known(last.podHealth()) && last.podScope().complete()) {
            known.add(PODS);
        }
        return known;
    }

    private static boolean known(SourceHealth health) {
        return switch (health) {
            case SourceHealth.Live _,SourceHealth.Stale _ -> true;
            case SourceHealth.Loading _,SourceHealth.Absent _ -> false;
        };
    }

    public static Source podsOf(String namespace) {
        return new Source(Kind.PODS, namespace);
    }
}
