package tessera.gpu;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.dra.DraDeviceInventory.InventoryDevice;
import tessera.gpu.GpuHeatmapTile.AllocatableGpuPart;
import tessera.gpu.GpuHeatmapTile.GpuTileStatus;
import tessera.mig.MigProfile;
import tessera.model.PodSummary;
import tessera.model.ResourceClaim;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.NodeReadings;

/** Lays out the boards that DRA drivers publish, held by the pods whose claims have them. */
final class DraGpuTileLayout {

    private final GpuNode node;
    private final @Nullable NodeReadings readings;
    private final DefaultMigPlacements defaultPlacements;

    private DraGpuTileLayout(GpuNode node, @Nullable NodeReadings readings) {
        this.node = node;
        this.readings = readings;
        defaultPlacements = DefaultMigPlacements.of(node, readings);
    }

    static List<GpuHeatmapTile> tilesOf(GpuNode node, @Nullable NodeReadings readings) {
        var tiles = new DraGpuTileLayout(node, readings);
        return node.claimedBoards().gpus().stream().map(tiles::tileOf).toList();
    }

    private GpuHeatmapTile tileOf(DraPublishedGpu gpu) {
        var device = readingsOf(gpu);
        var status = node.isLost() ? GpuTileStatus.UNKNOWN : status(gpu);
        if (device != null && device.isPartitioned()) {
            return ClaimedGpuTileFactory.dividedTile(node, device, defaultPlacements, status);
        }
        int index = device != null ? device.index() : gpu.number();
        return new GpuHeatmapTile(gpu.form(), status, index, device, partsOf(gpu), Optional.empty());
    }

    private static GpuTileStatus status(DraPublishedGpu gpu) {
        if (!gpu.isWithheld()) {
            return GpuTileStatus.USABLE;
        }
        return gpu.isClosedOnPurpose() ? GpuTileStatus.MAINTENANCE : GpuTileStatus.UNHEALTHY;
    }

    private @Nullable DeviceReadings readingsOf(DraPublishedGpu gpu) {
        if (readings == null) {
            return null;
        }
        return readings.devices().stream().filter(device -> gpu.isBoard(device.index(), device.uuid())).findFirst()
                .orElse(null);
    }

    private List<AllocatableGpuPart> partsOf(DraPublishedGpu gpu) {
        return switch (gpu.form()) {
            case MIG -> instanceParts(gpu);
            case SHARED -> shareParts(gpu);
            default -> wholeParts(gpu);
        };
    }

    private List<AllocatableGpuPart> wholeParts(DraPublishedGpu gpu) {
        return evenly(gpu, 1);
    }

    private List<AllocatableGpuPart> shareParts(DraPublishedGpu gpu) {
        return evenly(gpu, gpu.shareCount());
    }

    /** At least so many pieces of one size: first those of pods, then those of claims that no pod is seen to use. */
    private List<AllocatableGpuPart> evenly(DraPublishedGpu gpu, int minimum) {
        var pods = podsOf(gpu.claims());
        var idle = idle(gpu.claims());
        int count = Math.max(minimum, pods.size() + idle.size());
        var parts = new ArrayList<AllocatableGpuPart>();
        for (int at = 0; at < count; at++) {
            int rest = at - pods.size();
            parts.add(new AllocatableGpuPart("", gpu.driver().resource(), (double) at / count, 1.0 / count,
                    AllocatableGpuPart.NO_INSTANCE, rest < 0 ? pods.get(at) : null,
                    rest >= 0 && rest < idle.size() ? idle.get(rest) : ""));
        }
        return parts;
    }

    private List<AllocatableGpuPart> instanceParts(DraPublishedGpu gpu) {
        var parts = new ArrayList<AllocatableGpuPart>();
        int used = 0;
        for (var part : gpu.parts()) {
            var device = part.device().device();
            var profile = gpu.driver().profile(device);
            int units = MigProfile.parse(profile).orElse(MigProfile.SMALLEST)
                    .memoryEighths(node.migProduct().gigabytes());
            var place = DraPublishedGpu.memorySlices(device);
            double unit = 1.0 / MigProfile.UNITS;
            double start = (place.isEmpty() ? used : place.first()) * unit;
            double size = (place.isEmpty() ? units : place.size()) * unit;
            used += units;
            parts.add(new AllocatableGpuPart(profile, DraPublishedGpus.instanceResource(profile), start,
                    Math.min(size, Math.max(unit, 1 - start)), AllocatableGpuPart.NO_INSTANCE, holderOf(part),
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
