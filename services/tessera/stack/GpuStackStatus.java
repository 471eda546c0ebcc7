package tessera.stack;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import tessera.gpu.GpuFleet;
import tessera.gpu.GpuNode;

/**
 * The state of the GPU stack of a cluster.
 *
 * @param objects what it was read from, apart from nodes and pods
 * @param policyStatus  the operator's own word; empty where there is no policy, or none may be read
 * @param chains  one for each node with NVIDIA GPUs, or with a device plugin that is known, by name
 * @param otherNodes  how many other nodes have accelerators
 * @param readyPlugins  device plugins that no operator installed and that are ready on a node, by the vendor of its GPUs
 */
public record GpuStackStatus(GpuStackObjects objects, Optional<ClusterPolicyStatusText> policyStatus,
        List<NodeGpuStackComponentChain> chains, int otherNodes, Map<String, Set<String>> readyPlugins) {

    private static final String NVIDIA = "NVIDIA";

    public GpuStackStatus {
        chains = List.copyOf(chains);
        readyPlugins = Map.copyOf(readyPlugins);
    }

    /** Reads stacks one after another. */
    public static final class GpuStackStatusEvaluator {

        private final GpuStackComponentFailureExplainer explanations = GpuStackComponentFailureExplainer.standard();

        /** Returns the stack of a fleet. */
        public GpuStackStatus readStack(GpuFleet fleet, GpuStackObjects objects, Instant now) {
            var links = new NodeGpuStackComponentEvaluator(objects, fleet, now);
            var chains = new GpuStackComponentChainEvaluator(links, explanations);
            var nodes = fleet.nodes().stream().filter(GpuStackStatusEvaluator::hasStack).map(chains::readChain)
                    .sorted(Comparator.comparing(NodeGpuStackComponentChain::name)).toList();
            return new GpuStackStatus(objects, objects.activePolicy().map(ClusterPolicyStatusText::fromPolicy), nodes,
                    fleet.nodes().size() - nodes.size(), links.readyPlugins());
        }

        private static boolean hasStack(GpuNode node) {
            return node.vendor().equals(NVIDIA) || GpuStackOperandCatalog.standard()
                    .findRunning(NodeGpuStackVariant.OTHERS, GpuStackComponent.PLUGIN, node.info()).isPresent();
        }
    }

    /** Returns the number of nodes whose worst component has the state. */
    public long countNodes(NodeGpuStackComponent.NodeComponentState worst) {
        return chains.stream().filter(chain -> chain.worstState() == worst).count();
    }

    /** Returns the number of nodes with each driver version, most frequent first. */
    public List<DriverVersionCount> driverCounts() {
        var counts = new TreeMap<String, Long>();
        chains.stream().map(NodeGpuStackComponentChain::driverVersion).filter(version -> !version.isEmpty())
                .forEach(version -> counts.merge(version, 1L, Long::sum));
        return counts.entrySet().stream().map(entry -> new DriverVersionCount(entry.getKey(), entry.getValue()))
                .sorted(Comparator.comparingLong(DriverVersionCount::nodes).reversed()).toList();
    }

    /** A driver version with its number of nodes. */
    public record DriverVersionCount(String version, long nodes) {}

    /** Returns the DaemonSets that offer GPUs on nodes without the operator, as {@code namespace/name}. */
    public List<String> otherPluginNames() {
        return pluginNames(chains.stream());
    }

    /** Returns those of some of its nodes. */
    public static List<String> pluginNames(Stream<NodeGpuStackComponentChain> some) {
        return some.filter(chain -> chain.kind() == NodeGpuStackVariant.OTHERS)
                .flatMap(chain -> Stream.ofNullable(chain.linkOf(GpuStackComponent.PLUGIN).pod()))
                .map(pod -> pod.namespace() + "/" + (pod.owner().exists() ? pod.owner().name() : pod.name())).distinct()
                .sorted().toList();
    }

    public Optional<NodeGpuStackComponentChain> findChain(String node) {
        return chains.stream().filter(chain -> chain.name().equals(node)).findFirst();
    }
}
