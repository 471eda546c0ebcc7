package tessera.gpu;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.model.PodSummary;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.NodeReadings;
import tessera.model.reading.ReportedDeviceUser;

/**
 * Lays out claimed GPUs as the node's exporter reports them, with the reported holders and all pods that share their claim. Nothing else tells which there are.
 */
final class ClaimedGpuTileFactory {

    private ClaimedGpuTileFactory() {}

    static List<GpuHeatmapTile> tilesOf(GpuNode node, @Nullable NodeReadings readings) {
        if (readings == null || readings.devices().stream().anyMatch(device -> device.index() < 0)) {
            return List.of();
        }
        var defaultPlacements = DefaultMigPlacements.of(node, readings);
        var status = node.isLost() || node.lacksAdvertisedGpus() ? GpuHeatmapTile.GpuTileStatus.UNKNOWN
                : GpuHeatmapTile.GpuTileStatus.USABLE;
        return readings.devices().stream()
                .map(device -> device.isPartitioned() ? dividedTile(node, device, defaultPlacements, status)
                        : wholeTile(node, device, status))
                .toList();
    }

    private static GpuHeatmapTile wholeTile(GpuNode node, DeviceReadings device, GpuHeatmapTile.GpuTileStatus status) {
        var pods = holdersOf(node, device.holders());
        var tileBuilder = new GpuTileBuilder(device.index(), device);
        tileBuilder.divide("", Math.max(1, pods.size()));
        for (int at = 0; at < pods.size(); at++) {
            tileBuilder.assignPart(at, pods.get(at));
        }
        var form = pods.size() > 1 ? NodeGpuAllocationGroup.GpuAllocationKind.SHARED
                : NodeGpuAllocationGroup.GpuAllocationKind.WHOLE;
        return new GpuHeatmapTile(form, status, device.index(), device, tileBuilder.parts());
    }

    static GpuHeatmapTile dividedTile(GpuNode node, DeviceReadings device, DefaultMigPlacements defaultPlacements,
            GpuHeatmapTile.GpuTileStatus status) {
        var tileBuilder = new GpuTileBuilder(device.index(), device);
        tileBuilder.cutAsReported(node, List.of());
        tileBuilder.applyPlacements(defaultPlacements);
        for (var instance : device.instances()) {
            int at = tileBuilder.freeInstance(instance.id());
            if (at >= 0) {
                holdersOf(node, instance.holder()).stream().findFirst()
                        .ifPresent(pod -> tileBuilder.assignPart(at, pod));
            }
        }
        return new GpuHeatmapTile(NodeGpuAllocationGroup.GpuAllocationKind.MIG, status, device.index(), device,
                tileBuilder.parts());
    }

    static List<PodSummary> holdersOf(GpuNode node, @Nullable ReportedDeviceUser user) {
        if (user == null) {
            return List.of();
        }
        return holdersOf(node, List.of(user));
    }

    /** Returns the pods of a node that are named, and those that have the device by the same claim. */
    static List<PodSummary> holdersOf(GpuNode node, List<ReportedDeviceUser> users) {
        if (users.isEmpty()) {
            return List.of();
        }
        var pods = new ArrayList<>(node.info().pods());
        pods.removeIf(pod -> holdsNoShare(pod, users));
        return pods;
    }

    private static boolean holdsNoShare(PodSummary pod, List<ReportedDeviceUser> users) {
        return !pod.holdsResources() || users.stream().noneMatch(user -> user.matchesPod(pod));
    }
}
