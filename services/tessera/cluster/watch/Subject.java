package tessera.cluster.watch;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import tessera.cluster.decode.Projection;
import tessera.cluster.decode.Shared;
import tessera.cluster.fleet.Change;
import tessera.cluster.fleet.Source;
import tessera.model.DraObject;
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

    /** A collection of resource.k8s.io at a path. */
    static Subject<? extends DraObject> devices(Source source, String path, Shared shared) {
        return switch (source.kind()) {
            case SLICES -> devices(source, path, Projection.slices(shared));
            case CLASSES -> devices(source, path, Projection.classes(shared));
            case CLAIMS -> devices(source, path, Projection.claims(shared));
            case TAINT_RULES -> devices(source, path, Projection.taintRules(shared));
            case NODES, PODS -> throw new IllegalArgumentException("no objects of resource.k8s.io: " + source);
        };
    }

    private static <T extends DraObject> Subject<T> devices(Source source, String path, Projection<T> projection) {
        return new Subject<>(source, path, words(source.kind()), projection, Change.DevicePage::new,
                Change.DeviceSeen::new, Change.DeviceGone::new);
    }

    static String words(Source.Kind kind) {
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
    public static Subject<PodFacts> pods(Source source, Shared shared) {
        var namespace = source.namespace();
        var words = namespace.isEmpty() ? "pods" : "pods in the namespace “" + namespace + "”";
        return new Subject<>(source, podsPath(namespace), words, Projection.pods(shared), Change.PodPage::new,
                Change.PodSeen::new,
                Change.PodGone::new);
    }
}
