package tessera.gpu;

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
import org.jspecify.annotations.Nullable;
import tessera.gpu.AcceleratorCatalog.AcceleratorProduct;
import tessera.kube.quantity.ResourceAmounts;
import tessera.model.ClusterSnapshot;
import tessera.model.NodeWithBoundPods;
import tessera.model.PodListCompleteness;
import tessera.model.PodSummary;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.NodeReadings;
import tessera.text.MessageCatalog;

/**
 * The GPUs of a snapshot: nodes with GPUs, and pods that hold or request them.
 *
 * @param snapshot what it was read from
 * @param nodes    those with accelerators, by name
 * @param pendingPods  pods that want accelerators, or claim devices, and are on no node, longest waiting first
 * @param readings what exporters report of their devices
 */
public record GpuFleet(ClusterSnapshot snapshot, List<GpuNode> nodes, List<PodSummary> pendingPods,
        FleetReadings readings) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(GpuFleet.class);
    private static final String HAMI = "HAMi";
    static final Comparator<PodSummary> LONGEST_FIRST = Comparator
            .comparing(PodSummary::created, Comparator.nullsLast(Comparator.naturalOrder()))
            .thenComparing(PodSummary::key);

    public GpuFleet {
        nodes = List.copyOf(nodes);
        pendingPods = List.copyOf(pendingPods);
    }

    /** Returns the nodes whose MIG layout only a configuration can tell, with the name of that configuration. */
    public Map<String, String> unreportedConfigurations() {
        var names = new TreeMap<String, String>();
        for (var node : nodes) {
            AppliedMigConfigMatcher.sought(node, readings.recentReadings(node.name()))
                    .ifPresent(name -> names.put(node.name(), name));
        }
        return names;
    }

    /**
     * The largest number of whole GPUs that one pod could be given now.
     *
     * @param node where; empty when there are none
     */
    public record LargestFreeGpuBlock(long size, String node) {

        /**
         * Returns the text beside the number of free GPUs.
         *
         * @param free how many GPUs nobody uses, those that are handed out in parts with them
         */
        public String text(long free) {
            if (size > 0) {
                return MESSAGES.text("block.largest", size, node);
            }
            return MESSAGES.text("block.parts-only", free);
        }
    }

    /** Reads consecutive snapshots and reuses what did not change between them. */
    public static final class GpuFleetReader {

        private final AcceleratorCatalog accelerators;
        private final NodeGpuReader nodeGpuReader;
        private final GpuNodeReadingsCompleter holderAssigner;
        private final ConfiguredMigLayoutNodeCache configured = new ConfiguredMigLayoutNodeCache();
        private IdentityHashMap<NodeWithBoundPods, Optional<GpuNode>> nodesByInfo = new IdentityHashMap<>();

        /** Creates a reader for snapshots alone. */
        public GpuFleetReader(AcceleratorCatalog accelerators) {
            this(accelerators, DeviceHealthRules.NONE);
        }

        /** @param rules by which readings speak against a device */
        public GpuFleetReader(AcceleratorCatalog accelerators, DeviceHealthRules rules) {
            this.accelerators = accelerators;
            this.holderAssigner = new GpuNodeReadingsCompleter(rules);
            this.nodeGpuReader = new NodeGpuReader(accelerators);
        }

        /** Reads a snapshot without exporter readings. One thread at a time. */
        public GpuFleet read(ClusterSnapshot clusterSnapshot) {
            return read(clusterSnapshot, FleetReadings.emptyReadings());
        }

        /** Without what configurations of MIG managers say. One thread at a time. */
        public GpuFleet read(ClusterSnapshot clusterSnapshot, FleetReadings readings) {
            return read(clusterSnapshot, readings, Map.of());
        }

        /**
         * With all that is known. One thread at a time.
         *
         * @param setups configurations that MIG managers applied, by node
         */
        public synchronized GpuFleet read(ClusterSnapshot clusterSnapshot, FleetReadings readings,
                Map<String, MigConfigWithSource> setups) {
            var read = new IdentityHashMap<NodeWithBoundPods, Optional<GpuNode>>(clusterSnapshot.nodes().size());
            var nodes = new ArrayList<GpuNode>();
            for (var info : clusterSnapshot.nodes()) {
                var before = nodesByInfo.get(info);
                var node = before != null ? before : nodeGpuReader.read(info);
                read.put(info, node);
                var recent = readings.recentReadings(info.name());
                node.map(gpuNode -> configured
                        .withConfiguredLayout(holderAssigner.nodeWith(gpuNode, recent, nodeGpuReader), recent, setups))
                        .ifPresent(nodes::add);
            }
            nodesByInfo = read;
            holderAssigner.forgetUnused();
            configured.forget();
            return new GpuFleet(clusterSnapshot, nodes, waitingPods(clusterSnapshot), readings);
        }

        private List<PodSummary> waitingPods(ClusterSnapshot clusterSnapshot) {
            return clusterSnapshot.unbound().stream()
                    .filter(pod -> pod.waitsForNode() && (accelerators.isRequestedBy(pod) || pod.needsClaims()))
                    .sorted(LONGEST_FIRST).toList();
        }
    }

    /** Returns whether all pods and claims are seen that may hold any of its GPUs. */
    public boolean isAllocationComplete() {
        return snapshot.isAllocationComplete() && nodes.stream().noneMatch(GpuNode::hasHiddenClaims);
    }

    /** Returns the tally of all its GPUs. Where not all pods are seen, those held are at least so many and those free at most. */
    public GpuStatusCounts tally() {
        return tally(nodes, snapshot.podVisibility());
    }

    /** Returns the tally of the GPUs of some nodes, as far as pods are visible. */
    public static GpuStatusCounts tally(Collection<GpuNode> nodes, PodListCompleteness visibility) {
        return nodes.stream().map(node -> node.tally(visibility)).reduce(GpuStatusCounts.NONE, GpuStatusCounts::plus);
    }

    /** Returns the bound of the number of GPUs of some nodes that pods hold. */
    public static EstimateBoundKind allocatedBound(Collection<GpuNode> nodes, PodListCompleteness visibility) {
        return combinedBound(nodes, node -> node.allocatedBound(visibility));
    }

    /** Returns the bound of the number of free GPUs of some nodes. */
    public static EstimateBoundKind freeBound(Collection<GpuNode> nodes, PodListCompleteness visibility) {
        return combinedBound(nodes, node -> node.freeBound(visibility));
    }

    /**
     * Returns the bound of the number of GPUs of some nodes that are out of service. Behind a cordon, or where only
     * some of a GPU's instances are withheld, fewer are where pods that are not seen hold some, and more where parts of
     * which nobody tells where they lie share a GPU.
     */
    public static EstimateBoundKind outOfServiceBound(Collection<GpuNode> nodes, PodListCompleteness visibility) {
        return combinedBound(nodes, node -> node.outOfServiceBound(visibility));
    }

    /** Returns the bound of a sum over nodes, to which a node whose GPUs may not be read adds none of them. */
    private static EstimateBoundKind combinedBound(Collection<GpuNode> nodes,
            Function<GpuNode, EstimateBoundKind> each) {
        return nodes.stream().map(node -> node.isUncounted() ? EstimateBoundKind.AT_LEAST : each.apply(node))
                .reduce(EstimateBoundKind.EXACT, EstimateBoundKind::plus);
    }

    /** Returns the bound of the number of GPUs of some nodes. */
    public EstimateBoundKind totalBound(Collection<GpuNode> some) {
        return combinedBound(some, this::totalBound)
                .plus(snapshot.devicesRead() ? EstimateBoundKind.EXACT : EstimateBoundKind.AT_LEAST);
    }

    /** How the number of GPUs of a node stands to the truth. */
    public EstimateBoundKind totalBound(GpuNode node) {
        var unread = snapshot.unread();
        boolean partial = unread.mayInclude("Node", node.name()) || unread.has("ResourceSlice");
        return node.totalBound().plus(partial ? EstimateBoundKind.AT_LEAST : EstimateBoundKind.EXACT);
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

    /** Returns the pods that hold accelerators, by node. */
    public Stream<PodSummary> holders() {
        return nodes.stream().flatMap(node -> node.holders().stream());
    }

    public LargestFreeGpuBlock largestFreeBlock() {
        return nodes.stream().map(node -> new LargestFreeGpuBlock(node.freeBlock(), node.name()))
                .filter(largestFreeGpuBlock -> largestFreeGpuBlock.size() > 0)
                .max(Comparator.comparingLong(LargestFreeGpuBlock::size)).orElse(new LargestFreeGpuBlock(0, ""));
    }

    /** Returns the scheduler that HAMi's webhook writes into a new pod with such requests; empty where it runs on no such node. */
    public Optional<String> injectedScheduler(ResourceAmounts requested, AcceleratorCatalog accelerators) {
        if (nodes.stream().filter(GpuNode::isHamiNode)
                .anyMatch(node -> isServedByRegister(node, requested, accelerators))) {
            return Optional.of("hami-scheduler");
        }
        return Optional.empty();
    }

    private static boolean isServedByRegister(GpuNode node, ResourceAmounts requested,
            AcceleratorCatalog accelerators) {
        return requested.names().stream().anyMatch(name -> node.hasCardRegister(name)
                || accelerators.acceleratorOf(name).filter(kind -> kind.vendor().equals(HAMI)).isPresent());
    }

    /** Returns whether a GPU-sharing scheduler keeps a register of the requested cards, so that only it knows what is free. */
    public boolean isCardRegistered(ResourceAmounts requested) {
        return requested.names().stream().anyMatch(this::hasAnyCardRegister);
    }

    private boolean hasAnyCardRegister(String name) {
        return nodes.stream().anyMatch(node -> node.hasCardRegister(name));
    }

    /**
     * Nodes with their MIG GPUs cut as configurations say, where nobody else tells how each is cut. A node of which a
     * configuration says nothing new is the same object again. One thread at a time.
     */
    private static final class ConfiguredMigLayoutNodeCache {

        private IdentityHashMap<GpuNode, MigConfiguredNodeEntry> previousByNode = new IdentityHashMap<>();
        private IdentityHashMap<GpuNode, MigConfiguredNodeEntry> currentByNode = new IdentityHashMap<>();

        private record MigConfiguredNodeEntry(MigConfigWithSource setup, GpuNode node) {}

        /**
         * @param readings what was read of it of late; null when that is nothing
         * @param setups   that MIG managers applied, by node
         */
        GpuNode withConfiguredLayout(GpuNode plain, @Nullable NodeReadings readings,
                Map<String, MigConfigWithSource> setups) {
            var setup = setups.get(plain.name());
            if (setup == null || AppliedMigConfigMatcher.sought(plain, readings).isEmpty()) {
                return plain;
            }
            var before = previousByNode.get(plain);
            var now = before != null && before.setup.equals(setup) ? before
                    : new MigConfiguredNodeEntry(setup, plain
                            .withMigInstances(AppliedMigConfigMatcher.match(plain, setup.config(), setup.source())));
            currentByNode.put(plain, now);
            return now.node;
        }

        /** Lets go of nodes that were not asked for since the last time. */
        void forget() {
            previousByNode = currentByNode;
            currentByNode = new IdentityHashMap<>();
        }
    }

    /** The models that an exporter names for each board of a node, whose labels name one model or none. */
    private record ExporterReportedGpuModels(GpuNode node, List<DeviceReadings> devices) {

        /** Returns the node with the models of its groups as reported; itself where labels or claims say the same. */
        static GpuNode nameBoards(GpuNode node, NodeReadings readings) {
            boolean named = node.isClaimsOnly() || !node.inventory().register().entries().isEmpty()
                    || readings.devices().stream().allMatch(device -> device.model().isEmpty());
            if (named) {
                return node;
            }
            var models = new ExporterReportedGpuModels(node, readings.devices());
            var groups = node.groups().stream().map(group -> group.withProduct(models.productOf(group))).toList();
            return groups.equals(node.groups()) ? node : node.withGroups(groups);
        }

        /** Returns the product of the boards that can be the group's: instances are on partitioned ones. */
        private AcceleratorProduct productOf(NodeGpuAllocationGroup group) {
            var plain = group.origin().product();
            boolean divided = group.form() == NodeGpuAllocationGroup.GpuAllocationKind.MIG;
            var products = devices
                    .stream().filter(device -> device.isPartitioned() == divided).map(device -> AcceleratorCatalog
                            .productOfDevice(device.model(), plain, plain.equals(node.product()) ? node.label() : ""))
                    .distinct().toList();
            return products.isEmpty() ? plain : AcceleratorProduct.combined(products);
        }
    }

    /**
     * Nodes with the holders of GPUs that their exporters report. A node of which an exporter tells nothing new is the same
     * object again. One thread at a time.
     */
    private static final class GpuNodeReadingsCompleter {

        private IdentityHashMap<GpuNode, NodeWithReadings> previousByNode = new IdentityHashMap<>();
        private IdentityHashMap<GpuNode, NodeWithReadings> currentByNode = new IdentityHashMap<>();

        private final DeviceHealthRules rules;

        GpuNodeReadingsCompleter(DeviceHealthRules rules) {
            this.rules = rules;
        }

        private record NodeWithReadings(@Nullable NodeReadings readings, GpuNode node) {}

        /**
         * @param readings what was read of it of late; null when that is nothing
         * @param reader   reads it anew where these show other boards
         */
        GpuNode nodeWith(GpuNode plain, @Nullable NodeReadings readings, NodeGpuReader reader) {
            var before = previousByNode.get(plain);
            var now = before != null && isSame(before.readings, readings) ? before
                    : readNode(plain, readings, before, reader);
            currentByNode.put(plain, now);
            return now.node;
        }

        private NodeWithReadings readNode(GpuNode plain, @Nullable NodeReadings readings,
                @Nullable NodeWithReadings before, NodeGpuReader reader) {
            var laid = readings == null ? plain
                    : NodeGpuTileFactory.withReportedLayout(
                            ExporterReportedGpuModels.nameBoards(reader.withExporterCount(plain, readings), readings),
                            readings);
            var node = laid.withFaultyGpus(FaultyGpuFinder.find(laid, readings, rules));
            return new NodeWithReadings(readings,
                    before != null && before.node.groups().equals(node.groups())
                            && before.node.faultyGpus().equals(node.faultyGpus())
                            && before.node.boardCount().equals(node.boardCount()) ? before.node : node);
        }

        @SuppressWarnings("ReferenceEquality")
        private static boolean isSame(@Nullable NodeReadings one, @Nullable NodeReadings other) {
            return one == other;
        }

        /** Forgets nodes that were not requested since the last call. */
        void forgetUnused() {
            previousByNode = currentByNode;
            currentByNode = new IdentityHashMap<>();
        }
    }
}
