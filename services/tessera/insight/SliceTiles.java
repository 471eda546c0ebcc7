package tessera.insight;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tessera.dra.DeviceLedger.LedgerEntry;
import tessera.insight.GpuTile.TilePart;
import tessera.insight.GpuTile.TileStatus;
import tessera.mig.MigProfile;
import tessera.model.PodFacts;
import tessera.model.ResourceClaim;
import tessera.model.SliceDevice;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.NodeReadings;

/** Lays out the boards that drivers of dynamic resource allocation publish, held by the pods whose claims have them. */
final class SliceTiles {

    private static final String MEMORY_SLICE = "memorySlice";

    private final GpuNode node;
    private final @Nullable NodeReadings readings;
    private final DefaultPlacements usual;

    private SliceTiles(GpuNode node, @Nullable NodeReadings readings) {
        this.node = node;
        this.readings = readings;
        usual = DefaultPlacements.of(node, readings);
    }

    static List<GpuTile> of(GpuNode node, @Nullable NodeReadings readings) {
        var tiles = new SliceTiles(node, readings);
        return node.claimed().boards().stream().map(tiles::tile).toList();
    }

    private GpuTile tile(SliceBoard board) {
        var device = measured(board);
        var status = node.lost() ? TileStatus.UNKNOWN : status(board);
        if (device != null && device.cut()) {
            return ClaimedTiles.cut(node, device, usual, status);
        }
        int index = device != null ? device.index() : board.number();
        return new GpuTile(board.form(), status, index, device, parts(board), Optional.empty());
    }

    private static TileStatus status(SliceBoard board) {
        if (!board.withheld()) {
            return TileStatus.USABLE;
        }
        return board.closedOnPurpose() ? TileStatus.MAINTENANCE : TileStatus.UNHEALTHY;
    }

    private @Nullable DeviceReadings measured(SliceBoard board) {
        if (readings == null) {
            return null;
        }
        return readings.devices().stream().filter(device -> board.is(device.index(), device.uuid())).findFirst()
                .orElse(null);
    }

    private List<TilePart> parts(SliceBoard board) {
        return switch (board.form()) {
            case MIG -> instances(board);
            case SHARED -> shares(board);
            default -> whole(board);
        };
    }

    private List<TilePart> whole(SliceBoard board) {
        var pods = pods(board.claims());
        int count = Math.max(1, pods.size());
        var parts = new ArrayList<TilePart>();
        for (int at = 0; at < count; at++) {
            parts.add(
                    new TilePart("", board.driver().resource(), (double) at / count, 1.0 / count, TilePart.NO_INSTANCE,
                            at < pods.size() ? pods.get(at) : null));
        }
        return parts;
    }

    private List<TilePart> shares(SliceBoard board) {
        var pods = pods(board.claims());
        int count = Math.max(board.shares(), pods.size());
        var parts = new ArrayList<TilePart>();
        for (int at = 0; at < count; at++) {
            parts.add(
                    new TilePart("", board.driver().resource(), (double) at / count, 1.0 / count, TilePart.NO_INSTANCE,
                            at < pods.size() ? pods.get(at) : null));
        }
        return parts;
    }

    private List<TilePart> instances(SliceBoard board) {
        var parts = new ArrayList<TilePart>();
        int used = 0;
        for (var part : board.parts()) {
            var device = part.device().device();
            var profile = board.driver().profile(device);
            int units = MigProfile.parse(profile).orElse(MigProfile.SMALLEST).units(node.product().gigabytes());
            var place = slices(device);
            double unit = 1.0 / MigProfile.UNITS;
            double start = (place.isEmpty() ? used : place.first()) * unit;
            double size = (place.isEmpty() ? units : place.size()) * unit;
            used += units;
            parts.add(new TilePart(profile, SliceBoards.instance(profile), start,
                    Math.min(size, Math.max(unit, 1 - start)),
                    TilePart.NO_INSTANCE, holder(part)));
        }
        parts.sort(Comparator.comparingDouble(TilePart::start));
        return parts;
    }

    /** The memory slices that an instance occupies, as its driver tells. */
    private static SortedSet<Integer> slices(SliceDevice device) {
        var slices = new TreeSet<Integer>();
        device.capacity().keySet().stream().filter(name -> name.startsWith(MEMORY_SLICE))
                .map(name -> name.substring(MEMORY_SLICE.length())).map(GpuNodes::number).forEach(slices::add);
        return slices;
    }

    private @Nullable PodFacts holder(LedgerEntry part) {
        return pods(part.claims()).stream().findFirst().orElse(null);
    }

    private List<PodFacts> pods(Collection<ResourceClaim> claims) {
        return SliceBoard.users(claims, node.info().pods());
    }
}
