package tessera.gpu;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.gpu.NodeGpuAllocationGroup.GpuAllocationKind;
import tessera.mig.MigProfile;
import tessera.model.NodeResourceUse;
import tessera.model.PodSummary;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceMetricValues;
import tessera.model.reading.NodeReadings;

/**
 * Lays out the GPUs of a node as tiles. Where the node's exporter numbers its devices, tile and device are the same thing:
 * cut as it says, held by whom it names. Otherwise MIG instances are spread over the GPUs that are cut, and parts are
 * given to pods board by board, as the device plugin spreads them unless told otherwise. Instances lie where a driver
 * usually puts them, where the product is known; otherwise side by side at their true size.
 */
public final class NodeGpuTileFactory {

    /** More GPUs than any machine has: a node that claims more is drawn with so many, but counted in full. */
    private static final int MOST_BOARDS = 1024;
    private static final Comparator<PodSummary> FIRST_COME = Comparator
            .comparing(PodSummary::started, Comparator.nullsLast(Comparator.naturalOrder()))
            .thenComparing(PodSummary::key);

    private final GpuNode node;
    private final ExporterDeviceMatcher match;
    private final DefaultMigPlacements defaultPlacements;
    /** What of one resource is still to be handed out, by pod. */
    private final Map<String, Long> owed = new HashMap<>();
    private final boolean measured;
    private boolean holdersKnown;

    private NodeGpuTileFactory(GpuNode node, @Nullable NodeReadings readings) {
        this.node = node;
        this.measured = readings != null && !readings.devices().isEmpty();
        this.match = new ExporterDeviceMatcher(node, MOST_BOARDS, readings);
        this.holdersKnown = match.hasMatch();
        this.defaultPlacements = DefaultMigPlacements.of(node, readings);
    }

    /** Returns the tiles without device readings. */
    public static List<GpuHeatmapTile> tilesOf(GpuNode node) {
        return tilesOf(node, null);
    }

    /**
     * Returns the tiles with device readings.
     *
     * @param readings what the node's exporter reported of late; null when that is nothing
     */
    public static List<GpuHeatmapTile> tilesOf(GpuNode node, @Nullable NodeReadings readings) {
        return node.faultyGpus().mark(plainTiles(node, readings));
    }

    private static List<GpuHeatmapTile> plainTiles(GpuNode node, @Nullable NodeReadings readings) {
        if (node.isUncounted()) {
            return ClaimedGpuTileFactory.tilesOf(node, readings);
        }
        if (!node.isClaimsOnly()) {
            return new DoublyAllocatableGpus(node).addClaimHolders(new NodeGpuTileFactory(node, readings).layOut());
        }
        return DraGpuTileLayout.tilesOf(node, readings);
    }

    /**
     * Returns the number of divided GPUs with held parts, if the exporter names every holder; −1 otherwise.
     */
    static long countTouched(GpuNode node, NodeReadings readings) {
        var tiles = new NodeGpuTileFactory(node, readings);
        long allocated = tiles.layOut().stream()
                .filter(tile -> tile.form() == GpuAllocationKind.MIG || tile.form() == GpuAllocationKind.SHARED)
                .filter(GpuHeatmapTile::isHeld).count();
        return tiles.holdersKnown ? allocated : -1;
    }

    private List<GpuHeatmapTile> layOut() {
        boolean reports = !node.isLost();
        var tiles = new ArrayList<GpuHeatmapTile>();
        for (var group : node.groups()) {
            var boards = new ArrayList<>(layOutBoards(group));
            boards.sort(Comparator.comparingInt(this::faultRank));
            int usable = (int) Math.min(boards.size(), group.count() - group.unhealthyGpus());
            if (isMeasured(group)) {
                assignShares(group, boards);
            } else {
                group.uses().forEach(use -> assignHolders(group, use, boards));
                boards.forEach(this::replaceReservations);
            }
            for (int gpu = 0; gpu < boards.size(); gpu++) {
                var tileBuilder = boards.get(gpu);
                var status = !reports ? GpuHeatmapTile.GpuTileStatus.UNKNOWN : statusOf(tileBuilder, gpu < usable);
                tiles.add(new GpuHeatmapTile(tileBuilder.isShared() ? GpuAllocationKind.SHARED : group.form(), status,
                        indexOf(tileBuilder), tileBuilder.device(), tileBuilder.parts(),
                        registeredBoard(tileBuilder, group)));
            }
        }
        tiles.sort(Comparator.comparingInt(GpuHeatmapTile::index));
        return tiles;
    }

    /** Returns the number of a board: its exporter's, or the registered one where nothing is measured. */
    private int indexOf(GpuTileBuilder tileBuilder) {
        if (measured || tileBuilder.index() >= 0) {
            return tileBuilder.index();
        }
        return tileBuilder.registeredBoard().map(NodeAnnotationGpuEntry::index).orElse(-1);
    }

    /** Returns the board, where that says more than the node's product. */
    private Optional<NodeAnnotationGpuEntry> registeredBoard(GpuTileBuilder tileBuilder, NodeGpuAllocationGroup group) {
        var product = group.origin().product();
        return tileBuilder.registeredBoard().or(() -> product.equals(node.product()) ? Optional.empty()
                : Optional.of(new NodeAnnotationGpuEntry("", -1, product, 0, group.parts(), true)));
    }

    /** Returns whether a GPU-sharing scheduler measures out the GPUs and keeps a register of them. */
    private boolean isMeasured(NodeGpuAllocationGroup group) {
        return group.form() == GpuAllocationKind.SHARED && node.groups().size() == 1
                && node.inventory().register().entries().size() == Math.min(group.count(), MOST_BOARDS);
    }

    /** Assigns noted shares to each board; a pod without a note gets a share of the emptiest one. */
    private void assignShares(NodeGpuAllocationGroup group, List<GpuTileBuilder> boards) {
        var cards = new ArrayList<>(node.inventory().register().entries());
        for (var tileBuilder : boards) {
            var uuid = tileBuilder.device() == null ? "" : tileBuilder.device().uuid();
            var annotationEntry = cards.stream().filter(each -> each.id().equals(uuid)).findFirst()
                    .orElse(cards.getFirst());
            cards.remove(annotationEntry);
            tileBuilder.assignRegistered(annotationEntry);
        }
        var shares = new ArrayList<>(node.inventory().shares().notedShares());
        var noted = node.inventory().shares().notedPodKeys();
        var resource = group.uses().getFirst().resource();
        for (var pod : node.info().pods().stream()
                .filter(pod -> pod.holdsResources() && pod.requests().get(resource) > 0 && !noted.contains(pod.key()))
                .sorted(FIRST_COME).toList()) {
            var emptiest = boards.stream().map(tileBuilder -> tileBuilder.registeredBoard().orElseThrow().id())
                    .min(Comparator.comparingDouble(id -> sumShares(shares, id))).orElse("");
            shares.add(new PodGpuShare(pod, emptiest, 1.0 / group.parts()));
            holdersKnown = false;
        }
        for (var tileBuilder : boards) {
            var id = tileBuilder.registeredBoard().orElseThrow().id();
            tileBuilder.addShares(0, shares.stream().filter(share -> share.gpuId().equals(id)).toList());
        }
    }

    private static double sumShares(List<PodGpuShare> shares, String board) {
        return shares.stream().filter(share -> share.gpuId().equals(board)).mapToDouble(PodGpuShare::size).sum();
    }

    /** Replaces reservation pods by the pods for which they reserve. */
    private void replaceReservations(GpuTileBuilder tileBuilder) {
        var reserved = node.inventory().shares().reservedShares();
        if (!reserved.isEmpty()) {
            for (var pod : tileBuilder.parts().stream().map(GpuHeatmapTile.AllocatableGpuPart::holder)
                    .flatMap(Stream::ofNullable).toList()) {
                Optional.ofNullable(reserved.get(pod.key()))
                        .ifPresent(shares -> tileBuilder.addShares(tileBuilder.heldBy(pod), shares));
            }
        }
    }

    /** Of devices that are withheld the one that is not reported, or reported to be ill, is the first to think of. */
    private int faultRank(GpuTileBuilder tileBuilder) {
        if (tileBuilder.index() < 0) {
            return 0;
        }
        var device = tileBuilder.device();
        if (device == null || isSilentAfterError(device.values()) || ill(device.values())
                || node.faultyGpus().isNamed(tileBuilder.index(), device)) {
            return 1;
        }
        return 0;
    }

    private static boolean ill(DeviceMetricValues values) {
        return values.hasValue(DeviceMetric.HEALTH) && values.get(DeviceMetric.HEALTH) == 0;
    }

    /** Returns whether the device reports nothing but its last error. */
    private static boolean isSilentAfterError(DeviceMetricValues values) {
        return values.get(DeviceMetric.XID) > 0 && !values.hasValue(DeviceMetric.TEMPERATURE)
                && !values.hasValue(DeviceMetric.MEMORY_USED);
    }

    private static GpuHeatmapTile.GpuTileStatus statusOf(GpuTileBuilder tileBuilder, boolean usable) {
        if (tileBuilder.parts().isEmpty()) {
            return GpuHeatmapTile.GpuTileStatus.NOT_OFFERED;
        }
        return usable ? GpuHeatmapTile.GpuTileStatus.USABLE : GpuHeatmapTile.GpuTileStatus.UNHEALTHY;
    }

    private List<GpuTileBuilder> layOutBoards(NodeGpuAllocationGroup group) {
        var boards = match.takeBoards(group, (int) Math.min(group.count(), MOST_BOARDS));
        switch (group.form()) {
            case WHOLE, SHARED -> {
                var resource = group.uses().getFirst().resource();
                int parts = isMeasured(group) ? 1 : group.parts();
                boards.forEach(tileBuilder -> tileBuilder.divide(resource, parts));
            }
            case MIG -> {
                if (match.configuredCuts().isKnown()) {
                    boards.forEach(
                            tileBuilder -> tileBuilder.cutAsConfigured(match.configuredCuts(), node, group.uses()));
                } else if (match.hasMatch() && boards.stream().anyMatch(tileBuilder -> tileBuilder.device() != null)) {
                    boards.forEach(tileBuilder -> tileBuilder.cutAsReported(node, group.uses()));
                } else {
                    instancesOf(group).forEach(instanceCount -> addInstances(instanceCount, boards));
                }
                boards.forEach(tileBuilder -> tileBuilder.applyPlacements(defaultPlacements));
            }
            case NOT_OFFERED -> {
                // nothing to hand out
            }
        }
        return boards;
    }

    private record MigInstanceCount(String name, String resource, int units, long count) {}

    /** Returns the instances of a node by profile, largest first. */
    private List<MigInstanceCount> instancesOf(NodeGpuAllocationGroup group) {
        var list = new ArrayList<MigInstanceCount>();
        for (var use : group.uses()) {
            var named = MigProfile.ofResource(use.resource()).or(node::uniformProfile);
            long shares = use.resource().endsWith(".shared") || group.uses().size() == 1 ? node.replicas() : 1;
            long offered = Math.max(use.capacity(), use.allocatable());
            long count = Math.min((offered > 0 ? offered : use.allocated()) / shares,
                    Math.min(group.count(), MOST_BOARDS) * MigProfile.UNITS);
            var profile = named.orElse(MigProfile.SMALLEST);
            list.add(new MigInstanceCount(named.map(MigProfile::name).orElse(""), use.resource(),
                    profile.memoryEighths(node.migProduct().gigabytes()), count));
        }
        list.sort(Comparator.comparingInt(MigInstanceCount::units).reversed().thenComparing(MigInstanceCount::name));
        return list;
    }

    private static void addInstances(MigInstanceCount instanceCount, List<GpuTileBuilder> boards) {
        for (long remaining = instanceCount.count(); remaining > 0; remaining--) {
            var board = boards.stream()
                    .filter(candidate -> candidate.usedUnits() + instanceCount.units() <= MigProfile.UNITS)
                    .min(Comparator.comparingInt(GpuTileBuilder::usedUnits));
            if (board.isEmpty()) {
                return;
            }
            board.get().addInstance(instanceCount.name(), instanceCount.resource(), instanceCount.units(),
                    GpuHeatmapTile.AllocatableGpuPart.NO_INSTANCE);
        }
    }

    private void assignHolders(NodeGpuAllocationGroup group, NodeResourceUse use, List<GpuTileBuilder> boards) {
        var holders = node.info().pods().stream().filter(PodSummary::holdsResources)
                .filter(pod -> pod.requests().get(use.resource()) > 0).sorted(FIRST_COME).toList();
        holders.forEach(pod -> owed.put(pod.key(), pod.requests().get(use.resource())));
        boolean known = !group.isDivided() || areAllNamed(use.resource(), boards, holders);
        if (known || group.form() == GpuAllocationKind.MIG) {
            boards.forEach(tileBuilder -> assignReported(tileBuilder, use.resource(), holders));
        }
        holdersKnown &= known;
        var open = boards.subList(0, (int) Math.min(boards.size(), group.reachableGpus()));
        for (var pod : holders) {
            for (long unit = owed.getOrDefault(pod.key(), 0L); unit > 0; unit--) {
                var board = open.stream().filter(candidate -> candidate.firstFree(use.resource()) >= 0)
                        .min(Comparator.comparing((GpuTileBuilder candidate) -> !reservesBoard(pod, candidate))
                                .thenComparing(this::isClaimed).thenComparingInt(GpuTileBuilder::heldParts));
                if (board.isEmpty()) {
                    return;
                }
                board.get().assignPart(board.get().firstFree(use.resource()), pod);
            }
        }
    }

    /** Returns whether a claim holds the board, which the device plugin may hand out as well. */
    private boolean isClaimed(GpuTileBuilder tileBuilder) {
        var device = tileBuilder.device();
        return new DoublyAllocatableGpus(node).isClaimed(tileBuilder.index(), device == null ? "" : device.uuid());
    }

    /** Returns whether a KAI reservation pod names this board. */
    private static boolean reservesBoard(PodSummary pod, GpuTileBuilder tileBuilder) {
        var device = tileBuilder.device();
        return device != null && KaiGpuFraction.isReservation(pod)
                && (device.uuid().equals(KaiGpuFraction.reservedGpu(pod))
                        || Integer.toString(device.index()).equals(KaiGpuFraction.reservedGpu(pod)));
    }

    /** Returns whether every held part has a named holder; otherwise the rest could lie anywhere, and shares are all spread. */
    private static boolean areAllNamed(String resource, List<GpuTileBuilder> boards, List<PodSummary> holders) {
        var named = new HashMap<String, Long>();
        for (var tileBuilder : boards) {
            tileBuilder.namedHolders(resource).forEach(key -> named.merge(key, 1L, Long::sum));
        }
        return holders.stream().allMatch(pod -> named.getOrDefault(pod.key(), 0L) >= pod.requests().get(resource));
    }

    /** Assigns a board to its reported holders, as far as the cluster confirms that they run here and hold it. */
    private void assignReported(GpuTileBuilder tileBuilder, String resource, List<PodSummary> holders) {
        var device = tileBuilder.device();
        if (device == null) {
            return;
        }
        device.holders().forEach(
                holder -> assignReported(tileBuilder, tileBuilder.firstFree(resource), holder.holderKey(), holders));
        for (var instance : device.instances()) {
            int at = tileBuilder.freeInstance(instance.id());
            var holder = instance.holder();
            if (holder != null && at >= 0 && tileBuilder.parts().get(at).resource().equals(resource)) {
                assignReported(tileBuilder, at, holder.holderKey(), holders);
            }
        }
    }

    private void assignReported(GpuTileBuilder tileBuilder, int at, String key, List<PodSummary> holders) {
        long remaining = owed.getOrDefault(key, 0L);
        var pod = holders.stream().filter(candidate -> candidate.key().equals(key)).findFirst();
        if (at >= 0 && remaining > 0 && pod.isPresent()) {
            tileBuilder.assignPart(at, pod.get());
            owed.put(key, remaining - 1);
        }
    }

    /** Returns a node with the MIG layout that its exporter reports; the node itself if it reports none. */
    static GpuNode withReportedLayout(GpuNode node, NodeReadings readings) {
        var divided = node.groups().stream().filter(NodeGpuAllocationGroup::isDivided).toList();
        long touched = divided.size() == 1 ? countTouched(node, readings) : -1;
        if (touched < 0) {
            return node;
        }
        return node.withTouchedBoards(touched);
    }
}
