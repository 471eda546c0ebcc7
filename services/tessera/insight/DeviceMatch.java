package tessera.insight;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.insight.GpuGroup.GroupForm;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.NodeReadings;

/**
 * Tells which of a node's GPUs is which of the devices that its exporter reports. They go by their numbers; where those
 * contradict what the node advertises nothing is matched, because a wrong number is worse than none.
 */
final class DeviceMatch {

    private final Map<Integer, DeviceReadings> reported = new HashMap<>();
    private final Deque<Integer> cut = new ArrayDeque<>();
    private final Deque<Integer> uncut = new ArrayDeque<>();
    private final Deque<Integer> silent = new ArrayDeque<>();
    private final boolean matches;
    private final ConfiguredCuts cuts;

    DeviceMatch(GpuNode node, int most, @Nullable NodeReadings readings) {
        long total = node.groups().stream().mapToLong(GpuGroup::count).sum();
        matches = readings != null && total <= most && !readings.devices().isEmpty()
                && read(readings.devices(), (int) total);
        boolean silentOfCuts = readings == null || readings.devices().stream().noneMatch(DeviceReadings::cut);
        boolean numbered = matches || readings == null || readings.devices().isEmpty();
        cuts = silentOfCuts && numbered ? node.boards().cuts() : ConfiguredCuts.NONE;
        for (int index = 0; (matches || cuts.any()) && index < total; index++) {
            sort(index);
        }
    }

    private boolean read(List<DeviceReadings> devices, int total) {
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

    private void sort(int index) {
        var device = reported.get(index);
        if (cuts.any()) {
            (cuts.of(index).isPresent() ? cut : uncut).add(index);
        } else if (device == null) {
            silent.add(index);
        } else if (device.cut()) {
            cut.add(index);
        } else {
            uncut.add(index);
        }
    }

    boolean matches() {
        return matches;
    }

    /** How its GPUs are cut by a configuration; nothing where the exporter tells. */
    ConfiguredCuts cuts() {
        return cuts;
    }

    /** The boards of a group, taken from what is left; the groups of a node follow one another. */
    List<BoardLayout> boards(GpuGroup group, int count) {
        var boards = new ArrayList<BoardLayout>();
        for (int i = 0; i < count; i++) {
            boards.add(matches || cuts.any() ? next(group.form()) : new BoardLayout(-1, null));
        }
        return boards;
    }

    private BoardLayout next(GroupForm form) {
        var order = form == GroupForm.MIG ? Stream.of(cut, silent, uncut) : Stream.of(uncut, silent, cut);
        int index = order.filter(queue -> !queue.isEmpty()).findFirst().orElseThrow().removeFirst();
        return new BoardLayout(index, reported.get(index));
    }
}
