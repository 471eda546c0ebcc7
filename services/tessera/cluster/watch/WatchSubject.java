package tessera.cluster.watch;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import tessera.cluster.decode.InternPool;
import tessera.cluster.decode.ObjectProjection;
import tessera.cluster.fleet.WatchChange;
import tessera.cluster.fleet.WatchedCollection;
import tessera.model.DraObject;
import tessera.model.NodeFacts;
import tessera.model.PodFacts;

/**
 * A collection that can be watched: its path, the reader of its objects, and the changes it produces.
 *
 * @param label what it holds, e.g. “nodes”
 */
public record WatchSubject<T>(WatchedCollection source, String path, String label, ObjectProjection<T> projection,
        PageChangeFactory<T> pageFactory,
        Function<T, WatchChange> seenChange, Function<T, WatchChange> goneChange) {

    /** Returns under which name it is noted what of the collection could not be read. */
    String unreadKey() {
        return unreadKey(path);
    }

    private static String unreadKey(String path) {
        return "watch " + path;
    }

    /** The same for the pods of a namespace. */
    static String unreadPods(String namespace) {
        return unreadKey(podsPath(namespace));
    }

    /** Factory of the change for one page of a list. */
    @FunctionalInterface
    public interface PageChangeFactory<T> {
        WatchChange pageChange(WatchedCollection source, List<T> objects, long remaining);
    }

    public static WatchSubject<NodeFacts> nodes(InternPool shared) {
        return new WatchSubject<>(WatchedCollection.NODES, "/api/v1/nodes", "nodes", ObjectProjection.forNodes(shared),
                WatchChange.NodePage::new,
                WatchChange.NodeSeen::new, node -> new WatchChange.NodeGone(node.name()));
    }

    /** Returns the subject for a collection of resource.k8s.io at a path. */
    static WatchSubject<? extends DraObject> devices(WatchedCollection source, String path, InternPool shared) {
        return switch (source.kind()) {
            case SLICES -> devices(source, path, ObjectProjection.forSlices(shared));
            case CLASSES -> devices(source, path, ObjectProjection.forDeviceClasses(shared));
            case CLAIMS -> devices(source, path, ObjectProjection.forClaims(shared));
            case TAINT_RULES -> devices(source, path, ObjectProjection.forTaintRules(shared));
            case NODES, PODS -> throw new IllegalArgumentException("no objects of resource.k8s.io: " + source);
        };
    }

    private static <T extends DraObject> WatchSubject<T> devices(WatchedCollection source, String path,
            ObjectProjection<T> projection) {
        return new WatchSubject<>(source, path, collectionLabel(source.kind()), projection, WatchChange.DevicePage::new,
                WatchChange.DeviceSeen::new, WatchChange.DeviceGone::new);
    }

    static String collectionLabel(WatchedCollection.CollectionKind kind) {
        return switch (kind) {
            case NODES -> "nodes";
            case PODS -> "pods";
            case SLICES -> "ResourceSlices";
            case CLASSES -> "DeviceClasses";
            case CLAIMS -> "ResourceClaims";
            case TAINT_RULES -> "DeviceTaintRules";
        };
    }

    /** Returns the path of the pods of a namespace; of all namespaces if it is empty. */
    static String podsPath(String namespace) {
        return namespace.isEmpty() ? "/api/v1/pods"
                : "/api/v1/namespaces/" + URLEncoder.encode(namespace, StandardCharsets.UTF_8) + "/pods";
    }

    /** Returns the subject for the pods of one namespace, or of all. */
    public static WatchSubject<PodFacts> pods(WatchedCollection source, InternPool shared) {
        var namespace = source.namespace();
        var text = namespace.isEmpty() ? "pods" : "pods in the namespace “" + namespace + "”";
        return new WatchSubject<>(source, podsPath(namespace), text, ObjectProjection.forPods(shared),
                WatchChange.PodPage::new,
                WatchChange.PodSeen::new,
                WatchChange.PodGone::new);
    }
}
