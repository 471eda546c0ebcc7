package tessera.metrics.prometheus.fleet;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tessera.metrics.scrape.ExporterNames;
import tessera.metrics.scrape.ExporterPod;
import tessera.model.NodeInfo;

/**
 * Nodes and the places at which their exporters are scraped: pod names, or addresses in the node's network, for exporters that name no host.
 *
 * @param names     of the nodes
 * @param pods      by pod, the node that it is on
 * @param addresses by address, the node; of nodes with an exporter of a vendor only, as other clusters may have the same addresses
 */
public record ScrapedNodes(Set<String> names, Map<Pod, String> pods, Map<ExporterAddress, String> addresses) {

    /** A pod that is an exporter. */
    public record Pod(String namespace, String name, String vendor) {}

    /** The address of a vendor's exporter in the network of its node. */
    public record ExporterAddress(String ip, String vendor) {}

    public ScrapedNodes {
        names = Set.copyOf(names);
        pods = Map.copyOf(pods);
        addresses = Map.copyOf(addresses);
    }

    /** Returns nodes of which only the names are known. */
    public static ScrapedNodes ofNames(Collection<String> names) {
        return new ScrapedNodes(new HashSet<>(names), Map.of(), Map.of());
    }

    public static ScrapedNodes of(Collection<NodeInfo> nodes) {
        var exporters = ExporterNames.bundled();
        var names = new HashSet<String>();
        var pods = new HashMap<Pod, String>();
        var addresses = new HashMap<ExporterAddress, String>();
        for (var node : nodes) {
            names.add(node.name());
            for (var pod : node.pods()) {
                exporters.findExporter(pod, node.facts()).filter(ExporterPod::read).ifPresent(exporter -> {
                    pods.put(new Pod(exporter.namespace(), exporter.pod(), exporter.vendor()), node.name());
                    addresses.put(new ExporterAddress(node.facts().address(), exporter.vendor()), node.name());
                });
            }
        }
        return new ScrapedNodes(names, pods, addresses);
    }

    /** Returns some of the nodes. */
    public ScrapedNodes retainNodes(Collection<String> some) {
        var left = Set.copyOf(some);
        var their = new HashMap<>(pods);
        their.values().retainAll(left);
        var where = new HashMap<>(addresses);
        where.values().retainAll(left);
        return new ScrapedNodes(left, their, where);
    }

    /** Returns the node that a pod is on; null where it is no exporter of these. */
    @Nullable
    String nodeOfPod(String namespace, String name, String vendor) {
        return pods.get(new Pod(namespace, name, vendor));
    }

    /** Returns the node that has an address; null where none of these has it. */
    @Nullable
    String nodeAtAddress(String ip, String vendor) {
        return addresses.get(new ExporterAddress(ip, vendor));
    }
}
