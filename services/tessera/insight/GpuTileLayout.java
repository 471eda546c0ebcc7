package tessera.insight;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.insight.GpuGroup.GpuAllocationForm;
import tessera.mig.MigProfile;
import tessera.model.NodeResourceUse;
import tessera.model.PodListCompleteness;
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
public final class GpuTileLayout {

    /** More GPUs than any machine has: a node that claims more is drawn with so many, but counted in full. */
    private static final int MOST_BOARDS = 1024;
    private static final Comparator<PodSummary> FIRST_COME = Comparator
            .comparing(PodSummary::started, Comparator.nullsLast(Comparator.naturalOrder()))
            .thenComparing(PodSummary::key);

    private final GpuNode node;
    private final ExporterDeviceMatcher match;
    private final DefaultMigPlacements usual;
    /** What of one resource is still to be handed out, by pod. */
    private final Map<String, Long> owed = new HashMap<>();
    private final boolean measured;
    private boolean told;

    private GpuTileLayout(GpuNode node, @Nullable NodeReadings readings) {
        this.node = node;
        this.measured = readings != null && !readings.devices().isEmpty();
        this.match = new ExporterDeviceMatcher(node, MOST_BOARDS, readings);
        this.told = match.hasMatch();
        this.usual = DefaultMigPlacements.of(node, readings);
    }

    /** Returns the tiles without device readings. */
    public static List<GpuMosaicTile> tilesOf(GpuNode node) {
        return tilesOf(node, null);
    }

    /**
     * Returns the tiles with device readings.
     *
     * @param readings what the node's exporter reported of late; null when that is nothing
     */
    public static List<GpuMosaicTile> tilesOf(GpuNode node, @Nullable NodeReadings readings) {
        return node.faultyGpus().mark(plainTiles(node, readings));
    }

    private static List<GpuMosaicTile> plainTiles(GpuNode node, @Nullable NodeReadings readings) {
        if (!node.isClaimsOnly()) {
            return new DoublyAllocatableGpus(node).addClaimHolders(new GpuTileLayout(node, readings).layOut());
        }
        return node.isUncounted() ? ClaimedGpuTileLayout.tilesOf(node, readings)
                : DraGpuTileLayout.tilesOf(node, readings);
    }

    /**
     * Returns the number of divided GPUs with held parts, if the exporter names every holder; −1 otherwise.
     */
    static long countTouched(GpuNode node, NodeReadings readings) {
        var tiles = new GpuTileLayout(node, readings);
        long allocated = tiles.layOut().stream()
                .filter(tile -> tile.form() == GpuAllocationForm.MIG || tile.form() == GpuAllocationForm.SHARED)
                .filter(GpuMosaicTile::isHeld)
                .count();
        return tiles.told ? allocated : -1;
    }

    private List<GpuMosaicTile> layOut() {
        boolean reports = !node.isLost();
        var tiles = new ArrayList<GpuMosaicTile>();
        for (var group : node.groups()) {
            var boards = new ArrayList<>(layOutBoards(group));
            boards.sort(Comparator.comparingInt(this::faultRank));
            int usable = (int) Math.min(boards.size(),
                    group.count() - group.tally(PodListCompleteness.ALL).unhealthy());
            if (isMeasured(group)) {
                assignShares(group, boards);
            } else {
                group.uses().forEach(use -> assignHolders(group, use, boards, usable));
                boards.forEach(this::replaceReservations);
            }
            for (int gpu = 0; gpu < boards.size(); gpu++) {
                var board = boards.get(gpu);
                var status = !reports ? GpuMosaicTile.TileStatus.UNKNOWN : statusOf(board, gpu < usable);
                tiles.add(new GpuMosaicTile(board.isShared() ? GpuAllocationForm.SHARED : group.form(), status,
                        indexOf(board),
                        board.device(),
                        board.parts(), registeredBoard(board, group)));
            }
        }
        tiles.sort(Comparator.comparingInt(GpuMosaicTile::index));
        return tiles;
    }

    /** Returns the number of a board: its exporter's, or the registered one where nothing is measured. */
    private int indexOf(GpuTileBuilder board) {
        return measured || board.index() >= 0 ? board.index()
                : board.registeredBoard().map(NodeAnnotationGpuEntry::index).orElse(-1);
    }

    /** Returns the board, where that says more than the node's product. */
    private Optional<NodeAnnotationGpuEntry> registeredBoard(GpuTileBuilder board, GpuGroup group) {
        var product = group.origin().product();
        return board.registeredBoard().or(() -> product.equals(node.product()) ? Optional.empty()
                : Optional.of(new NodeAnnotationGpuEntry("", -1, product, 0, group.parts(), true)));
    }

    /** Returns whether a GPU-sharing scheduler measures out the GPUs and keeps a register of them. */
    private boolean isMeasured(GpuGroup group) {
        return group.form() == GpuAllocationForm.SHARED && node.groups().size() == 1
                && node.boards().register().boards().size() == Math.min(group.count(), MOST_BOARDS);
    }

    /** Assigns noted shares to each board; a pod without a note gets a share of the emptiest one. */
    private void assignShares(GpuGroup group, List<GpuTileBuilder> boards) {
        var cards = new ArrayList<>(node.boards().register().boards());
        for (var board : boards) {
            var uuid = board.device() == null ? "" : board.device().uuid();
            var card = cards.stream().filter(each -> each.id().equals(uuid)).findFirst().orElse(cards.getFirst());
            cards.remove(card);
            board.assignRegistered(card);
        }
        var shares = new ArrayList<>(node.boards().shares().notedShares());
        var noted = node.boards().shares().notedPodKeys();
        var resource = group.uses().getFirst().resource();
        node.info().pods().stream().filter(pod -> pod.holdsResources() && pod.requests().get(resource) > 0
                && !noted.contains(pod.key())).sorted(FIRST_COME).forEach(pod -> {
                    var emptiest = boards.stream().map(board -> board.registeredBoard().orElseThrow().id())
                            .min(Comparator.comparingDouble(id -> sumShares(shares, id))).orElse("");
                    shares.add(new PodGpuShare(pod, emptiest, 1.0 / group.parts()));
                    told = false;
                });
        boards.forEach(board -> {
            var id = board.registeredBoard().orElseThrow().id();
            board.addShares(0, shares.stream().filter(share -> share.board().equals(id)).toList());
        });
    }

    private static double sumShares(List<PodGpuShare> shares, String board) {
        return shares.stream().filter(share -> share.board().equals(board)).mapToDouble(PodGpuShare::size).sum();
    }

    /** Replaces reservation pods by the pods for which they reserve. */
    private void replaceReservations(GpuTileBuilder board) {
        var reserved = node.boards().shares().reservedShares();
        if (!reserved.isEmpty()) {
            for (var pod : board.parts().stream().map(GpuMosaicTile.AllocatableGpuPart::holder)
                    .flatMap(Stream::ofNullable).toList()) {
                Optional.ofNullable(reserved.get(pod.key()))
                        .ifPresent(shares -> board.addShares(board.heldBy(pod), shares));
            }
        }
    }

    /** Of devices that are withheld the one that is not reported, or reported to be ill, is the first to think of. */
    private int faultRank(GpuTileBuilder board) {
        if (board.index() < 0) {
            return 0;
        }
        var device = board.device();
        return device == null || isSilentAfterError(device.values()) || ill(device.values())
                || node.faultyGpus().isNamed(board.index(), device) ? 1 : 0;
    }

    private static boolean ill(DeviceMetricValues values) {
        return values.hasValue(DeviceMetric.HEALTH) && values.get(DeviceMetric.HEALTH) == 0;
    }

    /** Returns whether the device reports nothing but its last error. */
    private static boolean isSilentAfterError(DeviceMetricValues values) {
        return values.get(DeviceMetric.XID) > 0 && !values.hasValue(DeviceMetric.TEMPERATURE)
                && !values.hasValue(DeviceMetric.MEMORY_USED);
    }

    private static GpuMosaicTile.TileStatus statusOf(GpuTileBuilder board, boolean usable) {
        if (board.parts().isEmpty()) {
            return GpuMosaicTile.TileStatus.NOT_OFFERED;
        }
        return usable ? GpuMosaicTile.TileStatus.USABLE : GpuMosaicTile.TileStatus.UNHEALTHY;
    }

    private List<GpuTileBuilder> layOutBoards(GpuGroup group) {
        var boards = match.takeBoards(group, (int) Math.min(group.count(), MOST_BOARDS));
        switch (group.form()) {
            case WHOLE, SHARED -> {
                var resource = group.uses().getFirst().resource();
                int parts = isMeasured(group) ? 1 : group.parts();
                boards.forEach(board -> board.divide(resource, parts));
            }
            case MIG -> {
                if (match.configuredCuts().isKnown()) {
                    boards.forEach(board -> board.cutAsConfigured(match.configuredCuts(), node, group.uses()));
                } else if (match.hasMatch() && boards.stream().anyMatch(board -> board.device() != null)) {
                    boards.forEach(board -> board.cutAsReported(node, group.uses()));
                } else {
                    instancesOf(group).forEach(instanceCount -> addInstances(instanceCount, boards));
                }
                boards.forEach(board -> board.applyPlacements(usual));
            }
            case NOT_OFFERED -> {
                // nothing to hand out
            }
        }
        return boards;
    }

    private record InstanceCount(String name, String resource, int units, long count) {}

    /** Returns the instances of a node by profile, largest first. */
    private List<InstanceCount> instancesOf(GpuGroup group) {
        var list = new ArrayList<InstanceCount>();
        for (var use : group.uses()) {
            var named = MigProfile.ofResource(use.resource()).or(node::uniformProfile);
            long shares = use.resource().endsWith(".shared") || group.uses().size() == 1 ? node.replicas() : 1;
            long count = Math.min(Math.max(use.capacity(), use.allocatable()) / shares,
                    Math.min(group.count(), MOST_BOARDS) * MigProfile.UNITS);
            var profile = named.orElse(MigProfile.SMALLEST);
            list.add(new InstanceCount(named.map(MigProfile::name).orElse(""), use.resource(),
                    profile.memoryEighths(node.migProduct().gigabytes()), count));
        }
        list.sort(Comparator.comparingInt(InstanceCount::units).reversed().thenComparing(InstanceCount::name));
        return list;
    }

    private static void addInstances(InstanceCount instanceCount, List<GpuTileBuilder> boards) {
        for (long remaining = instanceCount.count(); remaining > 0; remaining--) {
            var board = boards.stream()
                    .filter(candidate -> candidate.usedUnits() + instanceCount.units() <= MigProfile.UNITS)
                    .min(Comparator.comparingInt(GpuTileBuilder::usedUnits));
            if (board.isEmpty()) {
                return;
            }
            board.get().addInstance(instanceCount.name(), instanceCount.resource(), instanceCount.units(),
                    GpuMosaicTile.AllocatableGpuPart.NO_INSTANCE);
        }
    }

    private void assignHolders(GpuGroup group, NodeResourceUse use, List<GpuTileBuilder> boards, int usable) {
        var holders = node.info().pods().stream().filter(PodSummary::holdsResources)
                .filter(pod -> pod.requests().get(use.resource()) > 0).sorted(FIRST_COME).toList();
        holders.forEach(pod -> owed.put(pod.key(), pod.requests().get(use.resource())));
        boolean known = !group.isDivided() || areAllNamed(use.resource(), boards, holders);
        if (known || group.form() == GpuAllocationForm.MIG) {
            boards.forEach(board -> assignReported(board, use.resource(), holders));
        }
        told &= known;
        var open = boards.subList(0, usable);
        for (var pod : holders) {
            for (long unit = owed.getOrDefault(pod.key(), 0L); unit > 0; unit--) {
                var board = open.stream().filter(candidate -> candidate.firstFree(use.resource()) >= 0)
                        .min(Comparator.comparing((GpuTileBuilder candidate) -> !reservesBoard(pod, candidate))
                                .thenComparing(this::isClaimed)
                                .thenComparingInt(GpuTileBuilder::heldParts));
                if (board.isEmpty()) {
                    return;
                }
                board.get().assignPart(board.get().firstFree(use.resource()), pod);
            }
        }
    }

    /** Returns whether a claim holds the board, which the device plugin may hand out as well. */
    private boolean isClaimed(GpuTileBuilder board) {
        var device = board.device();
        return new DoublyAllocatableGpus(node).isClaimed(board.index(), device == null ? "" : device.uuid());
    }

    /** Returns whether a KAI reservation pod names this board. */
    private static boolean reservesBoard(PodSummary pod, GpuTileBuilder board) {
        var device = board.device();
        return device != null && KaiGpuFraction.isReservation(pod)
                && (device.uuid().equals(KaiGpuFraction.reservedGpu(pod))
                        || Integer.toString(device.index()).equals(KaiGpuFraction.reservedGpu(pod)));
    }

    /** Returns whether every held part has a named holder; otherwise the rest could lie anywhere, and shares are all spread. */
    private static boolean areAllNamed(String resource, List<GpuTileBuilder> boards, List<PodSummary> holders) {
        var named = new HashMap<String, Long>();
        for (var board : boards) {
            board.namedHolders(resource).forEach(key -> named.merge(key, 1L, Long::sum));
        }
        return holders.stream()
                .allMatch(pod -> named.getOrDefault(pod.key(), 0L) >= pod.requests().get(resource));
    }

    /** Assigns a board to its reported holders, as far as the cluster confirms that they run here and hold it. */
    private void assignReported(GpuTileBuilder board, String resource, List<PodSummary> holders) {
        var device = board.device();
        if (device == null) {
            return;
        }
        device.holders()
                .forEach(holder -> assignReported(board, board.firstFree(resource), holder.holderKey(), holders));
        for (var instance : device.instances()) {
            int at = board.freeInstance(instance.id());
            var holder = instance.holder();
            if (holder != null && at >= 0 && board.parts().get(at).resource().equals(resource)) {
                assignReported(board, at, holder.holderKey(), holders);
            }
        }
    }

    private void assignReported(GpuTileBuilder board, int at, String key, List<PodSummary> holders) {
        long remaining = owed.getOrDefault(key, 0L);
        var pod = holders.stream().filter(candidate -> candidate.key().equals(key)).findFirst();
        if (at >= 0 && remaining > 0 && pod.isPresent()) {
            board.assignPart(at, pod.get());
            owed.put(key, remaining - 1);
        }
    }
}
