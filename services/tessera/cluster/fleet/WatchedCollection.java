package tessera.cluster.fleet;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import tessera.model.DeviceInventory;
import tessera.model.Snapshot;
import tessera.model.SourceHealth;

/**
 * A collection that is followed.
 *
 * @param namespace empty for the whole cluster
 */
public record WatchedCollection(CollectionKind kind, String namespace) {

    /** What a collection holds. */
    public enum CollectionKind {
        NODES,
        PODS,
        /** ResourceSlices. */
        SLICES,
        /** DeviceClasses. */
        CLASSES,
        /** ResourceClaims. */
        CLAIMS,
        /** DeviceTaintRules. */
        TAINT_RULES
    }

    public static final WatchedCollection NODES = new WatchedCollection(CollectionKind.NODES, "");
    public static final WatchedCollection PODS = new WatchedCollection(CollectionKind.PODS, "");
    /** Those of dynamic resource allocation. */
    public static final List<WatchedCollection> DEVICES = Stream
            .of(CollectionKind.SLICES, CollectionKind.CLASSES, CollectionKind.CLAIMS, CollectionKind.TAINT_RULES)
            .map(kind -> new WatchedCollection(kind, "")).toList();

    /** The collections of a whole cluster that a snapshot holds, be it as they once were. */
    public static Set<WatchedCollection> knownIn(Snapshot last) {
        var known = new HashSet<WatchedCollection>();
        if (known(last.nodeHealth())) {
            known.add(NODES);
        }
        if (known(last.podHealth()) && last.podScope().complete()) {
            known.add(PODS);
        }
        var devices = last.devices();
        if (devices.served()) {
            for (var source : DEVICES) {
                if (known(health(devices.health(), source.kind()))) {
                    known.add(source);
                }
            }
        }
        return known;
    }

    private static SourceHealth health(DeviceInventory.Collections health, CollectionKind kind) {
        return switch (kind) {
            case SLICES -> health.slices();
            case CLASSES -> health.classes();
            default -> health.claims();
        };
    }

    /** Whether there is nothing to show without it. */
    boolean essential() {
        return kind == CollectionKind.NODES || kind == CollectionKind.PODS;
    }

    private static boolean known(SourceHealth health) {
        return switch (health) {
            case SourceHealth.LiveSource _,SourceHealth.StaleSource _ -> true;
            case SourceHealth.LoadingSource _,SourceHealth.Absent _ -> false;
        };
    }

    public static WatchedCollection podsOf(String namespace) {
        return new WatchedCollection(CollectionKind.PODS, namespace);
    }
}
