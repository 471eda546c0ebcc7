package tessera.insight;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.insight.GpuGroup.GroupForm;
import tessera.mig.MigProfile;
import tessera.model.PodFacts;
import tessera.model.PodVisibility;
import tessera.model.ResourceUse;
import tessera.model.reading.Metric;
import tessera.model.reading.MetricValues;
import tessera.model.reading.NodeReadings;

/**
 * Lays a node's GPUs out as tiles. Where the node's exporter numbers its devices, tile and device are the same thing:
 * cut as it says, held by whom it names. Otherwise MIG instances are spread over the GPUs that are cut, and parts are
 * given to pods board by board, as the device plugin spreads them unless told otherwise. Instances lie where a driver
 * usually puts them, where the product is known; otherwise side by side at their true size.
 */
public final class GpuTiles {

    /** More GPUs than any machine has: a node that claims more is drawn with so many, but counted in full. */
    private static final int MOST_BOARDS = 1024;
    private static final Comparator<PodFacts> FIRST_COME = Comparator
            .comparing(PodFacts::started, Comparator.nullsLast(Comparator.naturalOrder())).thenComparing(PodFacts::key);

    private final GpuNode node;
    private final DeviceMatch match;
    private final DefaultPlacements usual;
    /** What of one resource is still to be handed out, by pod. */
    private final Map<String, Long> owed = new HashMap<>();
    private boolean told;

    private GpuTiles(GpuNode node, @Nullable NodeReadings readings) {
        this.node = node;
        this.match = new DeviceMatch(node, MOST_BOARDS, readings);
        this.told = match.matches();
        this.usual = DefaultPlacements.of(node, readings);
    }

    /** Without knowing which device is which. */
    public static List<GpuTile> of(GpuNode node) {
        return of(node, null);
    }

    /**
     * With what is known of the devices.
     *
     * @param readings what the node's exporter reported of late; null when that is nothing
     */
    public static List<GpuTile> of(GpuNode node, @Nullable NodeReadings readings) {
        if (!node.byClaims()) {
            return new TwiceOffered(node).held(new GpuTiles(node, readings).lay());
        }
        return node.uncounted() ? ClaimedTiles.of(node, readings) : SliceTiles.of(node, readings);
    }

    /**
     * On how many GPUs of its divided groups pods hold parts, if the exporter names every holder of every part; −1 where
     * it does not.
     */
    static long touched(GpuNode node, NodeReadings readings) {
        var tiles = new GpuTiles(node, readings);
        long held = tiles.lay().stream()
                .filter(tile -> tile.form() == GroupForm.MIG || tile.form() == GroupForm.SHARED).filter(GpuTile::held)
                .count();
        return tiles.told ? held : -1;
    }

    private List<GpuTile> lay() {
        boolean reports = !node.lost();
        var tiles = new ArrayList<GpuTile>();
        for (var group : node.groups()) {
            var boards = new ArrayList<>(boards(group));
            boards.sort(Comparator.comparingInt(GpuTiles::doubt));
            int usable = (int) Math.min(boards.size(), group.count() - group.tally(PodVisibility.ALL).unhealthy());
            if (measured(group)) {
                measureOut(group, boards);
            } else {
                group.uses().forEach(use -> handOut(group, use, boards, usable));
                boards.forEach(this::lend);
            }
            for (int gpu = 0; gpu < boards.size(); gpu++) {
                var board = boards.get(gpu);
                var status = !reports ? GpuTile.TileStatus.UNKNOWN : status(board, gpu < usable);
                tiles.add(new GpuTile(board.shared() ? GroupForm.SHARED : group.form(), status, board.index(),
                        board.device(),
                        board.parts(), named(board, group)));
            }
        }
        tiles.sort(Comparator.comparingInt(GpuTile::index));
        return tiles;
    }

    /** Which board it is, where that is more than what the node is. */
    private Optional<RegisteredBoard> named(BoardLayout board, GpuGroup group) {
        var product = group.origin().product();
        return board.named().or(() -> product.equals(node.product()) ? Optional.empty()
                : Optional.of(new RegisteredBoard("", product, 0, group.parts(), true)));
    }

    /** Whether a GPU-sharing scheduler measures out its GPUs, and keeps a list of them. */
    private boolean measured(GpuGroup group) {
        return group.form() == GroupForm.SHARED && node.groups().size() == 1
                && node.boards().register().boards().size() == Math.min(group.count(), MOST_BOARDS);
    }

    /** Gives each board to those of whom it is noted; of whom nothing is noted yet has a share of the emptiest one. */
    private void measureOut(GpuGroup group, List<BoardLayout> boards) {
        var cards = new ArrayList<>(node.boards().register().boards());
        for (var board : boards) {
            var uuid = board.device() == null ? "" : board.device().uuid();
            var card = cards.stream().filter(each -> each.id().equals(uuid)).findFirst().orElse(cards.getFirst());
            cards.remove(card);
            board.name(card);
        }
        var shares = new ArrayList<>(node.boards().shares().noted());
        var noted = node.boards().shares().pods();
        var resource = group.uses().getFirst().resource();
        node.info().pods().stream().filter(pod -> pod.holdsResources() && pod.requests().get(resource) > 0
                && !noted.contains(pod.key())).sorted(FIRST_COME).forEach(pod -> {
                    var emptiest = boards.stream().map(board -> board.named().orElseThrow().id())
                            .min(Comparator.comparingDouble(id -> sum(shares, id))).orElse("");
                    shares.add(new BoardShare(pod, emptiest, 1.0 / group.parts()));
                    told = false;
                });
        boards.forEach(board -> {
            var id = board.named().orElseThrow().id();
            board.share(0, shares.stream().filter(share -> share.board().equals(id)).toList());
        });
    }

    private static double sum(List<BoardShare> shares, String board) {
        return shares.stream().filter(share -> share.board().equals(board)).mapToDouble(BoardShare::size).sum();
    }

    /** What a pod only reserves is held by those for whom it does. */
    private void lend(BoardLayout board) {
        var reserved = node.boards().shares().reserved();
        if (!reserved.isEmpty()) {
            for (var pod : board.parts().stream().map(GpuTile.TilePart::holder).flatMap(Stream::ofNullable).toList()) {
                Optional.ofNullable(reserved.get(pod.key()))
                        .ifPresent(shares -> board.share(board.heldBy(pod), shares));
            }
        }
    }

    /** Of devices that are withheld the one that is not reported, or reported to be ill, is the first to think of. */
    private static int doubt(BoardLayout board) {
        if (board.index() < 0) {
            return 0;
        }
        var device = board.device();
        return device == null || fallenSilent(device.values()) || ill(device.values()) ? 1 : 0;
    }

    private static boolean ill(MetricValues values) {
        return values.has(Metric.HEALTH) && values.get(Metric.HEALTH) == 0;
    }

    /** Whether only its last error is left to report. */
    private static boolean fallenSilent(MetricValues values) {
        return values.get(Metric.XID) > 0 && !values.has(Metric.TEMPERATURE) && !values.has(Metric.MEMORY_USED);
    }

    private static GpuTile.TileStatus status(BoardLayout board, boolean usable) {
        if (board.parts().isEmpty()) {
            return GpuTile.TileStatus.NOT_OFFERED;
        }
        return usable ? GpuTile.TileStatus.USABLE : GpuTile.TileStatus.UNHEALTHY;
    }

    private List<BoardLayout> boards(GpuGroup group) {
        var boards = match.boards(group, (int) Math.min(group.count(), MOST_BOARDS));
        switch (group.form()) {
            case WHOLE, SHARED -> {
                var resource = group.uses().getFirst().resource();
                int parts = measured(group) ? 1 : group.parts();
                boards.forEach(board -> board.divide(resource, parts));
            }
            case MIG -> {
                if (match.cuts().any()) {
                    boards.forEach(board -> board.cutAsConfigured(match.cuts(), node, group.uses()));
                } else if (match.matches() && boards.stream().anyMatch(board -> board.device() != null)) {
                    boards.forEach(board -> board.cutAsReported(node, group.uses()));
                } else {
                    instances(group).forEach(instances -> cut(instances, boards));
                }
                boards.forEach(board -> board.settle(usual));
            }
            case NOT_OFFERED -> {
                // nothing to hand out
            }
        }
        return boards;
    }

    private record Instances(String name, String resource, int units, long count) {}

    /** A node's instances by profile, largest first. */
    private List<Instances> instances(GpuGroup group) {
        var list = new ArrayList<Instances>();
        for (var use : group.uses()) {
            var named = MigProfile.ofResource(use.resource()).or(node::instances);
            long shares = use.resource().endsWith(".shared") || group.uses().size() == 1 ? node.replicas() : 1;
            long count = Math.min(Math.max(use.capacity(), use.allocatable()) / shares,
                    Math.min(group.count(), MOST_BOARDS) * MigProfile.UNITS);
            var profile = named.orElse(MigProfile.SMALLEST);
            list.add(new Instances(named.map(MigProfile::name).orElse(""), use.resource(),
                    profile.units(node.product().gigabytes()), count));
        }
        list.sort(Comparator.comparingInt(Instances::units).reversed().thenComparing(Instances::name));
        return list;
    }

    private static void cut(Instances instances, List<BoardLayout> boards) {
        for (long left = instances.count(); left > 0; left--) {
            var board = boards.stream().filter(candidate -> candidate.used() + instances.units() <= MigProfile.UNITS)
                    .min(Comparator.comparingInt(BoardLayout::used));
            if (board.isEmpty()) {
                return;
            }
            board.get().add(instances.name(), instances.resource(), instances.units(), GpuTile.TilePart.NO_INSTANCE);
        }
    }

    private void handOut(GpuGroup group, ResourceUse use, List<BoardLayout> boards, int usable) {
        var holders = node.info().pods().stream().filter(PodFacts::holdsResources)
                .filter(pod -> pod.requests().get(use.resource()) > 0).sorted(FIRST_COME).toList();
        holders.forEach(pod -> owed.put(pod.key(), pod.requests().get(use.resource())));
        boolean known = !group.divided() || allNamed(use.resource(), boards, holders);
        if (known || group.form() == GroupForm.MIG) {
            boards.forEach(board -> give(board, use.resource(), holders));
        }
        told &= known;
        var open = boards.subList(0, usable);
        for (var pod : holders) {
            for (long unit = owed.getOrDefault(pod.key(), 0L); unit > 0; unit--) {
                var board = open.stream().filter(candidate -> candidate.firstFree(use.resource()) >= 0)
                        .min(Comparator.comparing((BoardLayout candidate) -> !reserves(pod, candidate))
                                .thenComparing(this::claimed)
                                .thenComparingInt(BoardLayout::held));
                if (board.isEmpty()) {
                    return;
                }
                board.get().hold(board.get().firstFree(use.resource()), pod);
            }
        }
    }

    /** Whether a claim has it: the device plugin may hand it out all the same, and then both know only of themselves. */
    private boolean claimed(BoardLayout board) {
        var device = board.device();
        return new TwiceOffered(node).claims(board.index(), device == null ? "" : device.uuid());
    }

    /** Whether a pod of KAI says that it is this board that it reserves. */
    private static boolean reserves(PodFacts pod, BoardLayout board) {
        var device = board.device();
        return device != null && GpuFraction.reserves(pod) && (device.uuid().equals(GpuFraction.reserved(pod))
                || Integer.toString(device.index()).equals(GpuFraction.reserved(pod)));
    }

    /** Whether every part that pods hold is named; otherwise the rest could lie anywhere, and shares are all spread. */
    private static boolean allNamed(String resource, List<BoardLayout> boards, List<PodFacts> holders) {
        var named = new HashMap<String, Long>();
        for (var board : boards) {
            board.namedHolders(resource).forEach(key -> named.merge(key, 1L, Long::sum));
        }
        return holders.stream()
                .allMatch(pod -> named.getOrDefault(pod.key(), 0L) >= pod.requests().get(resource));
    }

    /** Gives a board to whom its exporter names, as far as the cluster agrees that they are here and hold it. */
    private void give(BoardLayout board, String resource, List<PodFacts> holders) {
        var device = board.device();
        if (device == null) {
            return;
        }
        device.holders().forEach(holder -> give(board, board.firstFree(resource), holder.key(), holders));
        for (var instance : device.instances()) {
            int at = board.freeInstance(instance.id());
            var holder = instance.holder();
            if (holder != null && at >= 0 && board.parts().get(at).resource().equals(resource)) {
                give(board, at, holder.key(), holders);
            }
        }
    }

    private void give(BoardLayout board, int at, String key, List<PodFacts> holders) {
        long left = owed.getOrDefault(key, 0L);
        var pod = holders.stream().filter(candidate -> candidate.key().equals(key)).findFirst();
        if (at >= 0 && left > 0 && pod.isPresent()) {
            board.hold(at, pod.get());
            owed.put(key, left - 1);
        }
    }
}
