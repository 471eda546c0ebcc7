package tessera.insight;

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
final class ClaimedGpuTileLayout {

    private ClaimedGpuTileLayout() {}

    static List<GpuMosaicTile> tilesOf(GpuNode node, @Nullable NodeReadings readings) {
        if (readings == null || readings.devices().stream().anyMatch(device -> device.index() < 0)) {
            return List.of();
        }
        var usual = DefaultMigPlacements.of(node, readings);
        var status = node.isLost() ? GpuMosaicTile.TileStatus.UNKNOWN : GpuMosaicTile.TileStatus.USABLE;
        return readings.devices().stream()
                .map(device -> device.isPartitioned() ? dividedTile(node, device, usual, status)
                        : wholeTile(node, device, status))
                .toList();
    }

    private static GpuMosaicTile wholeTile(GpuNode node, DeviceReadings device, GpuMosaicTile.TileStatus status) {
        var pods = holdersOf(node, device.holders());
        var board = new GpuTileBuilder(device.index(), device);
        board.divide("", Math.max(1, pods.size()));
        for (int at = 0; at < pods.size(); at++) {
            board.assignPart(at, pods.get(at));
        }
        var form = pods.size() > 1 ? GpuGroup.GpuAllocationForm.SHARED : GpuGroup.GpuAllocationForm.WHOLE;
        return new GpuMosaicTile(form, status, device.index(), device, board.parts());
    }

    static GpuMosaicTile dividedTile(GpuNode node, DeviceReadings device, DefaultMigPlacements usual,
            GpuMosaicTile.TileStatus status) {
        var board = new GpuTileBuilder(device.index(), device);
        board.cutAsReported(node, List.of());
        board.applyPlacements(usual);
        for (var instance : device.instances()) {
            int at = board.freeInstance(instance.id());
            if (at >= 0) {
                holdersOf(node, instance.holder()).stream().findFirst().ifPresent(pod -> board.assignPart(at, pod));
            }
        }
        return new GpuMosaicTile(GpuGroup.GpuAllocationForm.MIG, status, device.index(), device, board.parts());
    }

    static List<PodSummary> holdersOf(GpuNode node, @Nullable ReportedDeviceUser user) {
        return user == null ? List.of() : holdersOf(node, List.of(user));
    }

    /** Returns the pods of a node that are named, and those that have the device by the same claim. */
    static List<PodSummary> holdersOf(GpuNode node, List<ReportedDeviceUser> users) {
        if (users.isEmpty()) {
            return List.of();
        }
        var pods = new ArrayList<>(node.info().pods());
        pods.removeIf(pod -> !pod.holdsResources() || users.stream().noneMatch(user -> user.matchesPod(pod)));
        return pods;
    }
}
