package tessera.insight;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import tessera.model.NodeInfo;
import tessera.model.PodFacts;
import tessera.model.PodVisibility;
import tessera.model.ResourceAmounts;
import tessera.model.Snapshot;
import tessera.model.reading.FleetReadings;

/**
 * A snapshot as an operator of GPUs sees it: the nodes that have GPUs, and the pods that use or want them.
 *
 * @param snapshot what it was read from
 * @param nodes    those with accelerators, by name
 * @param waiting  pods that want accelerators, or claim devices, and are on no node, longest waiting first
 * @param readings what exporters report of their devices
 */
public record GpuFleet(Snapshot snapshot, List<GpuNode> nodes, List<PodFacts> waiting, FleetReadings readings) {

    static final Comparator<PodFacts> LONGEST_FIRST = Comparator
            .comparing(PodFacts::created, Comparator.nullsLast(Comparator.naturalOrder())).thenComparing(PodFacts::key);

    public GpuFleet {
        nodes = List.copyOf(nodes);
        waiting = List.copyOf(waiting);
    }

    /** The nodes of which only a configuration can tell how each MIG GPU is cut, with the name of that configuration. */
    public Map<String, String> configurations() {
        var names = new TreeMap<String, String>();
        for (var node : nodes) {
            ConfiguredCuts.sought(node, readings.recent(node.name())).ifPresent(name -> names.put(node.name(), name));
        }
        return names;
    }

    /**
     * The most whole GPUs that one pod could be given now.
     *
     * @param node where; empty when there are none
     */
    public record Block(long size, String node) {

        /**
         * Returns what there is to say beside the number of free GPUs.
         *
         * @param free how many GPUs nobody uses, those that are handed out in parts with them
         */
        public String text(long free) {
            if (size > 0) {
                return "largest block %d · %s".formatted(size, node);
            }
            return free > 0 ? "handed out in parts only" : "no whole GPU is free";
        }
    }

    /** Reads snapshots one after another; what did not change between two of them is not read again. */
    public static final class FleetReader {

        private final AcceleratorCatalog accelerators;
        private final GpuNodes gpuNodes;
        private final ExporterNodes told = new ExporterNodes();
        private final ConfiguredNodes configured = new ConfiguredNodes();
        private IdentityHashMap<NodeInfo, Optional<GpuNode>> known = new IdentityHashMap<>();

        public FleetReader(AcceleratorCatalog accelerators) {
            this.accelerators = accelerators;
            this.gpuNodes = new GpuNodes(accelerators);
        }

        /** Without what exporters report. One thread at a time. */
        public GpuFleet read(Snapshot snapshot) {
            return read(snapshot, FleetReadings.nothing());
        }

        /** Without what configurations of MIG managers say. One thread at a time. */
        public GpuFleet read(Snapshot snapshot, FleetReadings readings) {
            return read(snapshot, readings, Map.of());
        }

        /**
         * With all that is known. One thread at a time.
         *
         * @param setups configurations that MIG managers applied, by node
         */
        public synchronized GpuFleet read(Snapshot snapshot, FleetReadings readings, Map<String, MigSetup> setups) {
            var read = new IdentityHashMap<NodeInfo, Optional<GpuNode>>(snapshot.nodes().size());
            var nodes = new ArrayList<GpuNode>();
            for (var info : snapshot.nodes()) {
                var before = known.get(info);
                var node = before != null ? before : gpuNodes.read(info);
                read.put(info, node);
                var recent = readings.recent(info.name());
                node.map(found -> configured.of(told.of(found, recent, gpuNodes), recent, setups))
                        .ifPresent(nodes::add);
            }
            known = read;
            told.forget();
            configured.forget();
            return new GpuFleet(snapshot, nodes, waiting(snapshot), readings);
        }

        private List<PodFacts> waiting(Snapshot snapshot) {
            return snapshot.unbound().stream()
                    .filter(pod -> pod.waitsForNode()
                            && (accelerators.wantedBy(pod) || !pod.claims().isEmpty()))
                    .sorted(LONGEST_FIRST)
                    .toList();
        }
    }

    /** All its GPUs. Where not all pods are seen, those held are at least so many and those free at most. */
    public GpuTally tally() {
        return tally(nodes, snapshot.podSight());
    }

    /** The GPUs of some nodes, as far as pods are seen. */
    public static GpuTally tally(Collection<GpuNode> nodes, PodVisibility sight) {
        return nodes.stream().map(node -> node.tally(sight)).reduce(GpuTally.NONE, GpuTally::plus);
    }

    /** How the number of GPUs of some nodes that pods hold stands to the truth. */
    public static EstimateBound allocatedBound(Collection<GpuNode> nodes, PodVisibility sight) {
        return sight != PodVisibility.ALL ? EstimateBound.AT_LEAST : bound(nodes, node -> node.allocatedBound(sight));
    }

    /** How the number of GPUs of some nodes that are free stands to the truth. */
    public static EstimateBound freeBound(Collection<GpuNode> nodes, PodVisibility sight) {
        return sight != PodVisibility.ALL ? EstimateBound.AT_MOST : bound(nodes, node -> node.freeBound(sight));
    }

    /**
     * How the number of GPUs of some nodes that are out of service stands to the truth. Behind a cordon, or where only
     * some of a GPU's instances are withheld, fewer are where pods that are not seen hold some, and more where parts of
     * which nobody tells where they lie share a GPU.
     */
    public static EstimateBound outOfServiceBound(Collection<GpuNode> nodes, PodVisibility sight) {
        return bound(nodes, node -> node.outOfServiceBound(sight));
    }

    /** By what is seen of pods all nodes are bounded alike, or exact. */
    private static EstimateBound bound(Collection<GpuNode> nodes, Function<GpuNode, EstimateBound> each) {
        return nodes.stream().map(each).filter(bound -> bound != EstimateBound.EXACT).findFirst()
                .orElse(EstimateBound.EXACT);
    }

    /** How the number of GPUs of some nodes stands to the truth. */
    public EstimateBound totalBound(Collection<GpuNode> some) {
        return snapshot.devicesRead() ? bound(some, node -> node.uncounted() ? EstimateBound.EXACT : totalBound(node))
                : EstimateBound.AT_LEAST;
    }

    /** How the number of GPUs of a node stands to the truth. */
    public EstimateBound totalBound(GpuNode node) {
        var unread = snapshot.unread();
        return unread.mayInclude("Node", node.name()) || unread.has("ResourceSlice") ? EstimateBound.AT_LEAST
                : node.totalBound();
    }

    public Optional<GpuNode> node(String name) {
        int low = 0;
        int high = nodes.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = nodes.get(middle).name().compareTo(name);
            if (order == 0) {
                return Optional.of(nodes.get(middle));
            }
            low = order < 0 ? middle + 1 : low;
            high = order < 0 ? high : middle - 1;
        }
        return Optional.empty();
    }

    /** The pods that hold accelerators, by node. */
    public Stream<PodFacts> holders() {
        return nodes.stream().flatMap(node -> node.holders().stream());
    }

    public Block largestFreeBlock() {
        return nodes.stream().map(node -> new Block(node.freeBlock(), node.name()))
                .filter(block -> block.size() > 0).max(Comparator.comparingLong(Block::size)).orElse(new Block(0, ""));
    }

    /** Whether a GPU-sharing scheduler keeps account of the cards that something wants: what is free only it knows. */
    boolean registers(ResourceAmounts wanted) {
        return wanted.names().stream().anyMatch(name -> nodes.stream().anyMatch(node -> node.registers(name)));
    }
}
