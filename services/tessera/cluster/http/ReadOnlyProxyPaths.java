package tessera.cluster.http;

import java.util.Set;
import java.util.regex.Pattern;

/**
 * The paths behind a pod, service or node proxy that are known to be reads: metrics, health, and Prometheus queries. Everything else behind a proxy may act on a GET.
 */
final class ReadOnlyProxyPaths {

    /** A kubelet runs commands on GET, too, so its paths are taken whole. */
    private static final Set<String> OF_NODES = Set.of("metrics", "metrics/cadvisor", "metrics/resource",
            "metrics/probes", "stats/summary", "healthz", "pods");

    /** A server may be mounted below a path of its own. */
    private static final Pattern OF_OTHERS = Pattern.compile("(.*/)?(metrics|healthz|livez|readyz|-/healthy|-/ready"
            + "|api/v1/(query|query_range|query_exemplars|series|labels|label/[^/]+/values|targets|rules|alerts"
            + "|metadata|status/[^/]+))");

    private ReadOnlyProxyPaths() {}

    static boolean contains(ApiPath path) {
        if (!path.group().isEmpty() || path.name().isEmpty()) {
            return false;
        }
        var tail = String.join("/", path.tail());
        return switch (path.resource()) {
            case "nodes" -> OF_NODES.contains(tail);
            case "pods", "services" -> OF_OTHERS.matcher(tail).matches();
            default -> false;
        };
    }
}
