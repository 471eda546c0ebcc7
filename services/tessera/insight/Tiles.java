package tessera.insight;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tessera.insight.GpuGroup.Form;
import tessera.mig.MigProfile;
import tessera.model.PodFacts;
import tessera.model.PodSight;
import tessera.model.ResourceUse;
import tessera.model.reading.Metric;
import tessera.model.reading.NodeReadings;
import tessera.model.reading.Values;

/**
 * Lays a node's GPUs out as tiles. Where the node's exporter numbers its devices, tile and device are the same thing:
 * cut as it says, held by whom it names. Otherwise MIG instances are spread over the GPUs that are cut, and parts are
 * given to pods board by board, as the device plugin spreads them unless told otherwise. Instances lie where a driver
 * usually puts them, where the product is known; otherwise side by side at their true size.
 */
public final class Tiles {

    /** More GPUs than any machine has: a node that claims more is drawn with so many, but counted in full. */
    private static final int MOST_BOARDS = 1024;
    private static final Comparator<PodFacts> FIRST_COME = Comparator
            .comparing(PodFacts::started, Comparator.nullsLast(Comparator.naturalOrder())).thenComparing(PodFacts::key);

    private final GpuNode node;
    private final DeviceMatch match;
    private final UsualPlaces usual;
    /** What of one resource is still to be handed out, by pod. */
    private final Map<String, Long> owed = new HashMap<>();
    private boolean told;

    private Tiles(GpuNode node, @Nullable NodeReadings readings) {
        this.node = node;
        this.match = new DeviceMatch(node, MOST_BOARDS, readings);
        this.told = match.matches();
        this.usual = UsualPlaces.of(node, readings);
    }

    /** Without knowing which device is which. */
    public static List<Tile> of(GpuNode node) {
        return of(node, null);
    }

    /**
     * With what is known of the devices.
     *
     * @param readings what the node's exporter reported of late; null when that is nothing
     */
    public static List<Tile> of(GpuNode node, @Nullable NodeReadings readings) {
        return node.byClaims() ? ClaimedTiles.of(node, readings)
                : new Tiles(node, readings).lay();
    }

    /**
     * On how many GPUs of its divided groups pods hold parts, if the exporter names every holder of every part; −1 where
     * it does not.
     */
    static long touched(GpuNode node, NodeReadings readings) {
        var tiles = new Tiles(node, readings);
        long held = tiles.lay().stream()
                .filter(tile -> tile.form() == Form.MIG || tile.form() == Form.SHARED).filter(Tile::held).count();
        return tiles.told ? held : -1;
    }

    private List<Tile> lay() {
        boolean reports = !node.lost();
        var tiles = new ArrayList<Tile>();
        for (var group : node.groups()) {
            var boards = new ArrayList<>(boards(group));
            boards.sort(Comparator.comparingInt(Tiles::doubt));
            int usable = (int) Math.min(boards.size(), group.count() - group.tally(PodSight.ALL).unhealthy());
            group.uses().forEach(use -> handOut(group, use, boards, usable));
            for (int gpu = 0; gpu < boards.size(); gpu++) {
                var board = boards.get(gpu);
                var status = !reports ? Tile.Status.UNKNOWN : status(board, gpu < usable);
                tiles.add(new Tile(group.form(), status, board.index(), board.device(), board.parts()));
            }
        }
        if (match.matches()) {
            tiles.sort(Comparator.comparingInt(Tile::index));
        }
        return tiles;
    }

    /** Of devices that are withheld the one that is not reported is the first to think of. */
    private static int doubt(Board board) {
        if (board.index() < 0) {
            return 0;
        }
        var device = board.device();
        return device == null || fallenSilent(device.values()) ? 1 : 0;
    }

    /** Whether only its last error is left to report. */
    private static boolean fallenSilent(Values values) {
        return values.get(Metric.XID) > 0 && !values.has(Metric.TEMPERATURE) && !values.has(Metric.MEMORY_USED);
    }

    private static Tile.Status status(Board board, boolean usable) {
        if (board.parts().isEmpty()) {
            return Tile.Status.NOT_OFFERED;
        }
        return usable ? Tile.Status.USABLE : Tile.Status.UNHEALTHY;
    }

    private List<Board> boards(GpuGroup group) {
        var boards = match.boards(group, (int) Math.min(group.count(), MOST_BOARDS));
        switch (group.form()) {
            case WHOLE, SHARED -> {
                var resource = group.uses().getFirst().resource();
                boards.forEach(board -> board.divide(resource, group.parts()));
            }
            case MIG -> {
                if (match.matches() && boards.stream().anyMatch(board -> board.device() != null)) {
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
            var named = MigProfile.ofResource(use.resource()).or(() -> MigProfile.ofProduct(node.label()));
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

    private static void cut(Instances instances, List<Board> boards) {
        for (long left = instances.count(); left > 0; left--) {
            var board = boards.stream().filter(candidate -> candidate.used() + instances.units() <= MigProfile.UNITS)
                    .min(Comparator.comparingInt(Board::used));
            if (board.isEmpty()) {
                return;
            }
            board.get().add(instances.name(), instances.resource(), instances.units(), Tile.Part.NO_INSTANCE);
        }
    }

    private void handOut(GpuGroup group, ResourceUse use, List<Board> boards, int usable) {
        var holders = node.info().pods().stream().filter(PodFacts::holdsResources)
                .filter(pod -> pod.requests().get(use.resource()) > 0).sorted(FIRST_COME).toList();
        holders.forEach(pod -> owed.put(pod.key(), pod.requests().get(use.resource())));
        boolean known = !group.divided() || allNamed(use.resource(), boards, holders);
        if (known || group.form() == Form.MIG) {
            boards.forEach(board -> give(board, use.resource(), holders));
        }
        told &= known;
        var open = boards.subList(0, usable);
        for (var pod : holders) {
            for (long unit = owed.getOrDefault(pod.key(), 0L); unit > 0; unit--) {
                var board = open.stream().filter(candidate -> candidate.firstFree(use.resource()) >= 0)
                        .min(Comparator.comparingInt(Board::held));
                if (board.isEmpty()) {
                    return;
                }
                board.get().hold(board.get().firstFree(use.resource()), pod);
            }
        }
    }

    /** Whether every part that pods hold is named; otherwise the rest could lie anywhere, and shares are all spread. */
    private static boolean allNamed(String resource, List<Board> boards, List<PodFacts> holders) {
        var named = new HashMap<String, Long>();
        for (var board : boards) {
            board.namedHolders(resource).forEach(key -> named.merge(key, 1L, Long::sum));
        }
        return holders.stream()
                .allMatch(pod -> named.getOrDefault(pod.key(), 0L) >= pod.requests().get(resource));
    }

    /** Gives a board to whom its exporter names, as far as the cluster agrees that they are here and hold it. */
    private void give(Board board, String resource, List<PodFacts> holders) {
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

    private void give(Board board, int at, String key, List<PodFacts> holders) {
        long left = owed.getOrDefault(key, 0L);
        var pod = holders.stream().filter(candidate -> candidate.key().equals(key)).findFirst();
        if (at >= 0 && left > 0 && pod.isPresent()) {
            board.hold(at, pod.get());
            owed.put(key, left - 1);
        }
    }
}
