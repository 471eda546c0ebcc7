package tessera.gpu;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.gpu.NodeGpuAllocationGroup.GpuAllocationKind;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.NodeReadings;

/**
 * Matches a node's GPUs with the devices that its exporter reports. They go by their numbers; where those
 * contradict what the node advertises nothing is matched, because a wrong number is worse than none.
 */
final class ExporterDeviceMatcher {

    private final Map<Integer, DeviceReadings> reported = new HashMap<>();
    private final Deque<Integer> partitioned = new ArrayDeque<>();
    private final Deque<Integer> uncut = new ArrayDeque<>();
    private final Deque<Integer> unreported = new ArrayDeque<>();
    private final boolean matches;
    private final AppliedMigConfigInstances instances;

    ExporterDeviceMatcher(GpuNode node, int maximum, @Nullable NodeReadings readings) {
        long total = node.groups().stream().mapToLong(NodeGpuAllocationGroup::count).sum();
        matches = readings != null && total <= maximum && !readings.devices().isEmpty()
                && readDevices(readings.devices(), (int) total);
        boolean silentOfCuts = readings == null || readings.devices().stream().noneMatch(DeviceReadings::isPartitioned);
        boolean numbered = matches || readings == null || readings.devices().isEmpty();
        instances = silentOfCuts && numbered ? node.inventory().instances() : AppliedMigConfigInstances.NONE;
        for (int index = 0; (matches || instances.isKnown()) && index < total; index++) {
            assignDevice(index);
        }
    }

    private boolean readDevices(List<DeviceReadings> devices, int total) {
        if (total == 1 && devices.size() == 1 && devices.getFirst().index() < 0) {
            // The only device of a node needs no number.
            reported.put(0, devices.getFirst());
            return true;
        }
        for (var device : devices) {
            if (device.index() < 0 || device.index() >= total || reported.put(device.index(), device) != null) {
                return false;
            }
        }
        return true;
    }

    private void assignDevice(int index) {
        var device = reported.get(index);
        if (instances.isKnown()) {
            (instances.instancesOf(index).isPresent() ? partitioned : uncut).add(index);
        } else if (device == null) {
            unreported.add(index);
        } else if (device.isPartitioned()) {
            partitioned.add(index);
        } else {
            uncut.add(index);
        }
    }

    boolean hasMatch() {
        return matches;
    }

    /** Returns the division of its GPUs by a configuration; nothing if the exporter reports it. */
    AppliedMigConfigInstances configuredCuts() {
        return instances;
    }

    /** Takes the boards of a group from the remaining ones; the groups of a node follow one another. */
    List<GpuTileBuilder> takeBoards(NodeGpuAllocationGroup group, int count) {
        var boards = new ArrayList<GpuTileBuilder>();
        for (int i = 0; i < count; i++) {
            boards.add(matches || instances.isKnown() ? nextBoard(group.form()) : new GpuTileBuilder(-1, null));
        }
        return boards;
    }

    private GpuTileBuilder nextBoard(GpuAllocationKind form) {
        var order = form == GpuAllocationKind.MIG ? Stream.of(partitioned, unreported, uncut)
                : Stream.of(uncut, unreported, partitioned);
        int index = order.filter(queue -> !queue.isEmpty()).findFirst().orElseThrow().removeFirst();
        return new GpuTileBuilder(index, reported.get(index));
    }
}
