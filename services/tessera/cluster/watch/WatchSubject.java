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
 * A collection that can be followed: where it is, how its objects are read, and what is told of them.
 *
 * @param words what it holds, e.g. “nodes”
 */
public record WatchSubject<T>(WatchedCollection source, String path, String words, ObjectProjection<T> projection,
        Pages<T> pages,
        Function<T, WatchChange> seen, Function<T, WatchChange> gone) {

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

    /** Tells of a part of a list. */
    @FunctionalInterface
    public interface Pages<T> {
        WatchChange page(WatchedCollection source, List<T> objects, long remaining);
    }

    public static WatchSubject<NodeFacts> nodes(InternPool shared) {
        return new WatchSubject<>(WatchedCollection.NODES, "/api/v1/nodes", "nodes", ObjectProjection.nodes(shared),
                WatchChange.NodePage::new,
                WatchChange.NodeSeen::new, node -> new WatchChange.NodeGone(node.name()));
    }

    /** A collection of resource.k8s.io at a path. */
    static WatchSubject<? extends DraObject> devices(WatchedCollection source, String path, InternPool shared) {
        return switch (source.kind()) {
            case SLICES -> devices(source, path, ObjectProjection.slices(shared));
            case CLASSES -> devices(source, path, ObjectProjection.classes(shared));
            case CLAIMS -> devices(source, path, ObjectProjection.claims(shared));
            case TAINT_RULES -> devices(source, path, ObjectProjection.taintRules(shared));
            case NODES, PODS -> throw new IllegalArgumentException("no objects of resource.k8s.io: " + source);
        };
    }

    private static <T extends DraObject> WatchSubject<T> devices(WatchedCollection source, String path,
            ObjectProjection<T> projection) {
        return new WatchSubject<>(source, path, words(source.kind()), projection, WatchChange.DevicePage::new,
                WatchChange.DeviceSeen::new, WatchChange.DeviceGone::new);
    }

    static String words(WatchedCollection.CollectionKind kind) {
        return switch (kind) {
            case NODES -> "nodes";
            case PODS -> "pods";
            case SLICES -> "ResourceSlices";
            case CLASSES -> "DeviceClasses";
            case CLAIMS -> "ResourceClaims";
            case TAINT_RULES -> "DeviceTaintRules";
        };
    }

    /** Where the pods of a namespace are; empty for those of all. */
    static String podsPath(String namespace) {
        return namespace.isEmpty() ? "/api/v1/pods"
                : "/api/v1/namespaces/" + URLEncoder.encode(namespace, StandardCharsets.UTF_8) + "/pods";
    }

    /** Of one namespace, or of all of them. */
    public static WatchSubject<PodFacts> pods(WatchedCollection source, InternPool shared) {
        var namespace = source.namespace();
        var words = namespace.isEmpty() ? "pods" : "pods in the namespace “" + namespace + "”";
        return new WatchSubject<>(source, podsPath(namespace), words, ObjectProjection.pods(shared),
                WatchChange.PodPage::new,
                WatchChange.PodSeen::new,
                WatchChange.PodGone::new);
    }
}
