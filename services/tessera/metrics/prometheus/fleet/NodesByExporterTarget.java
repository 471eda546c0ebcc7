package tessera.metrics.prometheus.fleet;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tessera.metrics.scrape.ExporterPod;
import tessera.metrics.scrape.KnownExporterNames;
import tessera.model.NodeWithBoundPods;

/**
 * Nodes and the places at which their exporters are scraped: pod names, or addresses in the node's network, for exporters that name no host.
 *
 * @param names     of the nodes
 * @param pods      by pod, the node that it is on
 * @param addresses by address, the node; of nodes with an exporter of a vendor only, as other clusters may have the same addresses
 */
public record NodesByExporterTarget(Set<String> names, Map<ExporterPodTarget, String> pods,
        Map<ExporterAddress, String> addresses) {

    /** A pod that is an exporter. */
    public record ExporterPodTarget(String namespace, String name, String vendor) {}

    /** The address of a vendor's exporter in the network of its node. */
    public record ExporterAddress(String ip, String vendor) {}

    public NodesByExporterTarget {
        names = Set.copyOf(names);
        pods = Map.copyOf(pods);
        addresses = Map.copyOf(addresses);
    }

    /** Returns nodes of which only the names are known. */
    public static NodesByExporterTarget ofNames(Collection<String> names) {
        return new NodesByExporterTarget(new HashSet<>(names), Map.of(), Map.of());
    }

    public static NodesByExporterTarget of(Collection<NodeWithBoundPods> nodes) {
        var exporters = KnownExporterNames.bundled();
        var names = new HashSet<String>();
        var pods = new HashMap<ExporterPodTarget, String>();
        var addresses = new HashMap<ExporterAddress, String>();
        for (var node : nodes) {
            names.add(node.name());
            for (var pod : node.pods()) {
                exporters.findExporter(pod, node.nodeSummary()).filter(ExporterPod::read).ifPresent(exporter -> {
                    pods.put(new ExporterPodTarget(exporter.namespace(), exporter.pod(), exporter.vendor()),
                            node.name());
                    addresses.put(new ExporterAddress(node.nodeSummary().address(), exporter.vendor()), node.name());
                });
            }
        }
        return new NodesByExporterTarget(names, pods, addresses);
    }

    /** Returns some of the nodes. */
    public NodesByExporterTarget retainNodes(Collection<String> some) {
        var left = Set.copyOf(some);
        var their = new HashMap<>(pods);
        their.values().retainAll(left);
        var where = new HashMap<>(addresses);
        where.values().retainAll(left);
        return new NodesByExporterTarget(left, their, where);
    }

    /** Returns the node that a pod is on; null where it is no exporter of these. */
    @Nullable
    String nodeOfPod(String namespace, String name, String vendor) {
        return pods.get(new ExporterPodTarget(namespace, name, vendor));
    }

    /** Returns the node that has an address; null where none of these has it. */
    @Nullable
    String nodeAtAddress(String ip, String vendor) {
        return addresses.get(new ExporterAddress(ip, vendor));
    }
}
