package tessera.stack;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import tessera.insight.GpuFleet;
import tessera.insight.GpuNode;

/**
 * The GPU stack of a cluster as it stands.
 *
 * @param objects what it was read from, apart from nodes and pods
 * @param policy  the operator's own word; empty where there is no policy, or none may be read
 * @param chains  one for each node with NVIDIA GPUs, or with a device plugin that is known, by name
 * @param others  how many other nodes have accelerators
 */
public record GpuStack(StackObjects objects, Optional<PolicyStanding> policy, List<NodeChain> chains, int others) {

    private static final String NVIDIA = "NVIDIA";

    public GpuStack {
        chains = List.copyOf(chains);
    }

    /** Reads one stack after another. */
    public static final class StackReader {

        private final BreakExplanations explanations = BreakExplanations.standard();

        /** The stack of a fleet. */
        public GpuStack read(GpuFleet fleet, StackObjects objects, Instant now) {
            var links = new LinkReader(objects, fleet.snapshot(), now);
            var chains = new ChainReader(links, explanations);
            var nodes = fleet.nodes().stream().filter(StackReader::concerned).map(chains::read)
                    .sorted(Comparator.comparing(NodeChain::name)).toList();
            return new GpuStack(objects, objects.policy().map(PolicyStanding::of), nodes,
                    fleet.nodes().size() - nodes.size());
        }

        private static boolean concerned(GpuNode node) {
            return node.vendor().equals(NVIDIA) || OperandCatalog.standard()
                    .find(StackKind.OTHERS, StackComponent.PLUGIN, node.info()).isPresent();
        }
    }

    /** How many nodes are in such a state at the worst. */
    public long count(ChainLink.LinkState worst) {
        return chains.stream().filter(chain -> chain.worst() == worst).count();
    }

    /** How many nodes have each driver, the most frequent first. */
    public List<Drivers> drivers() {
        var counts = new TreeMap<String, Long>();
        chains.stream().map(NodeChain::driver).filter(version -> !version.isEmpty())
                .forEach(version -> counts.merge(version, 1L, Long::sum));
        return counts.entrySet().stream().map(entry -> new Drivers(entry.getKey(), entry.getValue()))
                .sorted(Comparator.comparingLong(Drivers::nodes).reversed()).toList();
    }

    /** A version of the driver, and how many nodes have it. */
    public record Drivers(String version, long nodes) {}

    /** Returns the DaemonSets that offer GPUs on nodes without the operator, as {@code namespace/name}. */
    public List<String> otherPlugins() {
        return plugins(chains.stream());
    }

    /** Returns those of some of its nodes. */
    public static List<String> plugins(Stream<NodeChain> some) {
        return some.filter(chain -> chain.kind() == StackKind.OTHERS)
                .flatMap(chain -> Stream.ofNullable(chain.link(StackComponent.PLUGIN).pod()))
                .map(pod -> pod.namespace() + "/" + (pod.owner().exists() ? pod.owner().name() : pod.name()))
                .distinct().sorted().toList();
    }

    public Optional<NodeChain> chain(String node) {
        return chains.stream().filter(chain -> chain.name().equals(node)).findFirst();
    }
}
