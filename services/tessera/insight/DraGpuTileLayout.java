package tessera.insight;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.dra.DraDeviceInventory.InventoryDevice;
import tessera.insight.GpuMosaicTile.AllocatableGpuPart;
import tessera.insight.GpuMosaicTile.TileStatus;
import tessera.mig.MigProfile;
import tessera.model.PodSummary;
import tessera.model.ResourceClaim;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.NodeReadings;

/** Lays out the boards that DRA drivers publish, held by the pods whose claims have them. */
final class DraGpuTileLayout {

    private final GpuNode node;
    private final @Nullable NodeReadings readings;
    private final DefaultMigPlacements usual;

    private DraGpuTileLayout(GpuNode node, @Nullable NodeReadings readings) {
        this.node = node;
        this.readings = readings;
        usual = DefaultMigPlacements.of(node, readings);
    }

    static List<GpuMosaicTile> tilesOf(GpuNode node, @Nullable NodeReadings readings) {
        var tiles = new DraGpuTileLayout(node, readings);
        return node.claimedBoards().boards().stream().map(tiles::tileOf).toList();
    }

    private GpuMosaicTile tileOf(DraPublishedGpu board) {
        var device = readingsOf(board);
        var status = node.isLost() ? TileStatus.UNKNOWN : status(board);
        if (device != null && device.isPartitioned()) {
            return ClaimedGpuTileLayout.dividedTile(node, device, usual, status);
        }
        int index = device != null ? device.index() : board.number();
        return new GpuMosaicTile(board.form(), status, index, device, partsOf(board), Optional.empty());
    }

    private static TileStatus status(DraPublishedGpu board) {
        if (!board.isWithheld()) {
            return TileStatus.USABLE;
        }
        return board.isClosedOnPurpose() ? TileStatus.MAINTENANCE : TileStatus.UNHEALTHY;
    }

    private @Nullable DeviceReadings readingsOf(DraPublishedGpu board) {
        if (readings == null) {
            return null;
        }
        return readings.devices().stream().filter(device -> board.isBoard(device.index(), device.uuid())).findFirst()
                .orElse(null);
    }

    private List<AllocatableGpuPart> partsOf(DraPublishedGpu board) {
        return switch (board.form()) {
            case MIG -> instanceParts(board);
            case SHARED -> shareParts(board);
            default -> wholeParts(board);
        };
    }

    private List<AllocatableGpuPart> wholeParts(DraPublishedGpu board) {
        return evenly(board, 1);
    }

    private List<AllocatableGpuPart> shareParts(DraPublishedGpu board) {
        return evenly(board, board.shareCount());
    }

    /** At least so many pieces of one size: first those of pods, then those of claims that no pod is seen to use. */
    private List<AllocatableGpuPart> evenly(DraPublishedGpu board, int minimum) {
        var pods = podsOf(board.claims());
        var idle = idle(board.claims());
        int count = Math.max(minimum, pods.size() + idle.size());
        var parts = new ArrayList<AllocatableGpuPart>();
        for (int at = 0; at < count; at++) {
            int rest = at - pods.size();
            parts.add(
                    new AllocatableGpuPart("", board.driver().resource(), (double) at / count, 1.0 / count,
                            AllocatableGpuPart.NO_INSTANCE,
                            rest < 0 ? pods.get(at) : null, rest >= 0 && rest < idle.size() ? idle.get(rest) : ""));
        }
        return parts;
    }

    private List<AllocatableGpuPart> instanceParts(DraPublishedGpu board) {
        var parts = new ArrayList<AllocatableGpuPart>();
        int used = 0;
        for (var part : board.parts()) {
            var device = part.device().device();
            var profile = board.driver().profile(device);
            int units = MigProfile.parse(profile).orElse(MigProfile.SMALLEST)
                    .memoryEighths(node.migProduct().gigabytes());
            var place = DraPublishedGpu.memorySlices(device);
            double unit = 1.0 / MigProfile.UNITS;
            double start = (place.isEmpty() ? used : place.first()) * unit;
            double size = (place.isEmpty() ? units : place.size()) * unit;
            used += units;
            parts.add(new AllocatableGpuPart(profile, DraPublishedGpus.instanceResource(profile), start,
                    Math.min(size, Math.max(unit, 1 - start)),
                    AllocatableGpuPart.NO_INSTANCE, holderOf(part),
                    idle(part.claims()).stream().findFirst().orElse("")));
        }
        parts.sort(Comparator.comparingDouble(AllocatableGpuPart::start));
        return parts;
    }

    private @Nullable PodSummary holderOf(InventoryDevice part) {
        return podsOf(part.claims()).stream().findFirst().orElse(null);
    }

    /** Those that have something and are used by no pod that is seen here, with their namespaces. */
    private List<String> idle(Collection<ResourceClaim> claims) {
        return claims.stream()
                .filter(claim -> claim.exclusiveDevices().findAny().isPresent() && podsOf(List.of(claim)).isEmpty())
                .map(ResourceClaim::key).sorted().toList();
    }

    private List<PodSummary> podsOf(Collection<ResourceClaim> claims) {
        return DraPublishedGpu.usersOf(claims, node.info().pods());
    }
}
