package tessera.insight;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.model.PodFacts;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.NodeReadings;
import tessera.model.reading.ReportedHolder;

/**
 * Lays out GPUs that are handed out by claims as the node's exporter reports them, held by whom it names and by whoever
 * shares the claim. Nothing else tells which there are.
 */
final class ClaimedTiles {

    private ClaimedTiles() {}

    static List<GpuTile> of(GpuNode node, @Nullable NodeReadings readings) {
        if (readings == null || readings.devices().stream().anyMatch(device -> device.index() < 0)) {
            return List.of();
        }
        var usual = DefaultPlacements.of(node, readings);
        var status = node.lost() ? GpuTile.TileStatus.UNKNOWN : GpuTile.TileStatus.USABLE;
        return readings.devices().stream().map(device -> device.cut() ? cut(node, device, usual, status)
                : whole(node, device, status)).toList();
    }

    private static GpuTile whole(GpuNode node, DeviceReadings device, GpuTile.TileStatus status) {
        var pods = meant(node, device.holders());
        var board = new BoardLayout(device.index(), device);
        board.divide("", Math.max(1, pods.size()));
        for (int at = 0; at < pods.size(); at++) {
            board.hold(at, pods.get(at));
        }
        var form = pods.size() > 1 ? GpuGroup.GroupForm.SHARED : GpuGroup.GroupForm.WHOLE;
        return new GpuTile(form, status, device.index(), device, board.parts());
    }

    static GpuTile cut(GpuNode node, DeviceReadings device, DefaultPlacements usual, GpuTile.TileStatus status) {
        var board = new BoardLayout(device.index(), device);
        board.cutAsReported(node, List.of());
        board.settle(usual);
        for (var instance : device.instances()) {
            int at = board.freeInstance(instance.id());
            if (at >= 0) {
                meant(node, instance.holder()).stream().findFirst().ifPresent(pod -> board.hold(at, pod));
            }
        }
        return new GpuTile(GpuGroup.GroupForm.MIG, status, device.index(), device, board.parts());
    }

    static List<PodFacts> meant(GpuNode node, @Nullable ReportedHolder user) {
        return user == null ? List.of() : meant(node, List.of(user));
    }

    /** The pods of a node that are named, and those that were given the device by the same claim. */
    static List<PodFacts> meant(GpuNode node, List<ReportedHolder> users) {
        if (users.isEmpty()) {
            return List.of();
        }
        var pods = new ArrayList<>(node.info().pods());
        pods.removeIf(pod -> !pod.holdsResources() || users.stream().noneMatch(user -> user.means(pod)));
        return pods;
    }
}
