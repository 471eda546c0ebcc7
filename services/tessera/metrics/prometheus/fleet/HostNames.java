package tessera.metrics.prometheus.fleet;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tessera.metrics.catalogue.Exporter;
import tessera.metrics.catalogue.Role;
import tessera.metrics.exposition.LabelSet;

/** Tells which node a series is about. One thread. */
final class HostNames {

    private final List<String> labels;
    private final Set<String> nodes;
    private final Map<LabelSet, String> known = new HashMap<>();

    HostNames(Exporter exporter, Set<String> nodes) {
        this.labels = exporter.labels().getOrDefault(Role.HOST, List.of());
        this.nodes = nodes;
    }

    /** The node's name; what the series calls its host where that is no node; empty when it names none. */
    String node(LabelSet series) {
        return known.computeIfAbsent(series, this::find);
    }

    private String find(LabelSet series) {
        var first = "";
        for (var label : labels) {
            var host = withoutPort(series.label(label));
            if (nodes.contains(host)) {
                return host;
            }
            int dot = host.indexOf('.');
            if (dot > 0 && nodes.contains(host.substring(0, dot))) {
                return host.substring(0, dot);
            }
            first = first.isEmpty() ? host : first;
        }
        return first;
    }

    private static String withoutPort(String host) {
        int colon = host.lastIndexOf(':');
        return colon > 0 && host.indexOf(':') == colon ? host.substring(0, colon) : host;
    }
}
