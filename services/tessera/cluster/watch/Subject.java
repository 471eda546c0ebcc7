package tessera.cluster.watch;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import tessera.cluster.decode.Projection;
import tessera.cluster.decode.Shared;
import tessera.cluster.fleet.Change;
import tessera.cluster.fleet.Source;
import tessera.model.NodeFacts;
import tessera.model.PodFacts;

/**
 * A collection that can be followed: where it is, how its objects are read, and what is told of them.
 *
 * @param words what it holds, e.g. “nodes”
 */
public record Subject<T>(Source source, String path, String words, Projection<T> projection, Pages<T> pages,
        Function<T, Change> seen, Function<T, Change> gone) {

    /** Tells of a part of a list. */
    @FunctionalInterface
    public interface Pages<T> {
        Change page(Source source, List<T> objects, long remaining);
    }

    public static Subject<NodeFacts> nodes(Shared shared) {
        return new Subject<>(Source.NODES, "/api/v1/nodes", "nodes", Projection.nodes(shared), Change.NodePage::new,
                Change.NodeSeen::new, node -> new Change.NodeGone(node.name()));
    }

    /** Where the pods of a namespace are; empty for those of all. */
    static String podsPath(String namespace) {
        return namespace.isEmpty() ? "/api/v1/pods"
                : "/api/v1/namespaces/" + URLEncoder.encode(namespace, StandardCharsets.UTF_8) + "/pods";
    }

    /** Of one namespace, or of all of them. */
    public static Subject<PodFacts> pods(Source source, Shared shared) {
        var namespace = source.namespace();
        var words = namespace.isEmpty() ? "pods" : "pods in the namespace “" + namespace + "”";
        return new Subject<>(source, podsPath(namespace), words, Projection.pods(shared), Change.PodPage::new,
                Change.PodSeen::new,
                Change.PodGone::new);
    }
}
