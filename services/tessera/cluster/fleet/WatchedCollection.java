package tessera.cluster.fleet;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import tessera.model.ClusterDraObjects;
import tessera.model.ClusterSnapshot;
import tessera.model.SnapshotCollectionHealth;

/**
 * A collection that is listed and watched.
 *
 * @param namespace empty for the whole cluster
 */
public record WatchedCollection(CollectionKind kind, String namespace) {

    /** The kinds of objects in a collection. */
    public enum CollectionKind {
        NODES("Node"),
        PODS("Pod"),
        SLICES("ResourceSlice"),
        CLASSES("DeviceClass"),
        CLAIMS("ResourceClaim"),
        TAINT_RULES("DeviceTaintRule");

        private final String apiKind;

        CollectionKind(String apiKind) {
            this.apiKind = apiKind;
        }

        /** Returns the kind as the API calls it. */
        String apiKind() {
            return apiKind;
        }
    }

    /** How many objects of a kind are kept; the largest clusters have a third of it. */
    public static final int MOST_OBJECTS = 500_000;

    public static final WatchedCollection NODES = new WatchedCollection(CollectionKind.NODES, "");
    public static final WatchedCollection PODS = new WatchedCollection(CollectionKind.PODS, "");
    /** Those of dynamic resource allocation. */
    public static final List<WatchedCollection> DEVICES = Stream
            .of(CollectionKind.SLICES, CollectionKind.CLASSES, CollectionKind.CLAIMS, CollectionKind.TAINT_RULES)
            .map(kind -> new WatchedCollection(kind, "")).toList();

    /** Returns the cluster-wide collections that a snapshot holds, current or stale. */
    public static Set<WatchedCollection> collectionsIn(ClusterSnapshot last) {
        var known = new HashSet<WatchedCollection>();
        if (isKnown(last.nodeHealth())) {
            known.add(NODES);
        }
        if (isKnown(last.podHealth()) && last.podScope().isComplete()) {
            known.add(PODS);
        }
        var devices = last.devices();
        if (devices.isServed()) {
            for (var source : DEVICES) {
                if (isKnown(healthOf(devices.health(), source.kind()))) {
                    known.add(source);
                }
            }
        }
        return known;
    }

    private static SnapshotCollectionHealth healthOf(ClusterDraObjects.DraCollectionsHealth health,
            CollectionKind kind) {
        return switch (kind) {
            case SLICES -> health.slices();
            case CLASSES -> health.classes();
            default -> health.claims();
        };
    }

    /** Returns whether nothing can be shown without the collection: nodes and pods. */
    boolean isEssential() {
        return kind == CollectionKind.NODES || kind == CollectionKind.PODS;
    }

    private static boolean isKnown(SnapshotCollectionHealth health) {
        return switch (health) {
            case SnapshotCollectionHealth.LiveCollection _,SnapshotCollectionHealth.StaleCollection _ -> true;
            case SnapshotCollectionHealth.LoadingCollection _,SnapshotCollectionHealth.UnavailableCollection _ -> false;
        };
    }

    public static WatchedCollection podsOf(String namespace) {
        return new WatchedCollection(CollectionKind.PODS, namespace);
    }
}
