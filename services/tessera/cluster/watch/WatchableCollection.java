package tessera.cluster.watch;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import tessera.cluster.decode.InternPool;
import tessera.cluster.decode.KubernetesObjectDecoder;
import tessera.cluster.fleet.WatchChange;
import tessera.cluster.fleet.WatchedCollection;
import tessera.model.DraObject;
import tessera.model.NodeSummary;
import tessera.model.PodSummary;
import tessera.text.MessageCatalog;

/**
 * A collection that can be watched: its path, the reader of its objects, and the changes it produces.
 *
 * @param label what it holds, e.g. “nodes”
 */
public record WatchableCollection<T>(WatchedCollection source, String path, String label,
        KubernetesObjectDecoder<T> decoder, ListPageChangeFactory<T> pageFactory, Function<T, WatchChange> seenChange,
        Function<T, WatchChange> goneChange) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(WatchableCollection.class);

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
    public interface ListPageChangeFactory<T> {
        WatchChange pageChange(WatchedCollection source, List<T> objects, long remaining);
    }

    public static WatchableCollection<NodeSummary> nodes(InternPool shared) {
        return new WatchableCollection<>(WatchedCollection.NODES, "/api/v1/nodes",
                collectionLabel(WatchedCollection.CollectionKind.NODES), KubernetesObjectDecoder.forNodes(shared),
                WatchChange.WatchedNodeListPage::new, WatchChange.NodeUpsert::new,
                node -> new WatchChange.NodeDeletion(node.name()));
    }

    /** Returns the subject for a collection of resource.k8s.io at a path. */
    static WatchableCollection<? extends DraObject> devices(WatchedCollection source, String path, InternPool shared) {
        return switch (source.kind()) {
            case SLICES -> devices(source, path, KubernetesObjectDecoder.forSlices(shared));
            case CLASSES -> devices(source, path, KubernetesObjectDecoder.forDeviceClasses(shared));
            case CLAIMS -> devices(source, path, KubernetesObjectDecoder.forClaims(shared));
            case TAINT_RULES -> devices(source, path, KubernetesObjectDecoder.forTaintRules(shared));
            case NODES, PODS -> throw new IllegalArgumentException("not DRA: " + source);
        };
    }

    private static <T extends DraObject> WatchableCollection<T> devices(WatchedCollection source, String path,
            KubernetesObjectDecoder<T> decoder) {
        return new WatchableCollection<>(source, path, collectionLabel(source.kind()), decoder,
                WatchChange.WatchedDraObjectListPage::new, WatchChange.DraObjectUpsert::new,
                WatchChange.DraObjectDeletion::new);
    }

    static String collectionLabel(WatchedCollection.CollectionKind kind) {
        return switch (kind) {
            case NODES -> MESSAGES.text("collection.nodes");
            case PODS -> MESSAGES.text("collection.pods");
            case SLICES -> "ResourceSlices";
            case CLASSES -> "DeviceClasses";
            case CLAIMS -> "ResourceClaims";
            case TAINT_RULES -> "DeviceTaintRules";
        };
    }

    /** Returns the path of the pods of a namespace; of all namespaces if it is empty. */
    static String podsPath(String namespace) {
        if (namespace.isEmpty()) {
            return "/api/v1/pods";
        }
        return "/api/v1/namespaces/" + URLEncoder.encode(namespace, StandardCharsets.UTF_8) + "/pods";
    }

    /** Returns the subject for the pods of one namespace, or of all. */
    public static WatchableCollection<PodSummary> pods(WatchedCollection source, InternPool shared) {
        var namespace = source.namespace();
        var text = MESSAGES.text("pods", namespace);
        return new WatchableCollection<>(source, podsPath(namespace), text, KubernetesObjectDecoder.forPods(shared),
                WatchChange.WatchedPodListPage::new, WatchChange.PodUpsert::new, WatchChange.PodDeletion::new);
    }
}
