package tessera.insight;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import tessera.mig.MigProfile;
import tessera.model.PodFacts;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.InstanceReadings;
import tessera.model.reading.ReportedHolder;

/**
 * Pods of a node that hold GPUs without anybody saying which: an API server does not know it of what a device plugin hands
 * out. An exporter that names pods, a claim or a GPU-sharing scheduler does.
 */
record GuessedHolders(GpuNode node, List<GpuDevice> devices) {

    GuessedHolders {
        devices = List.copyOf(devices);
    }

    /** The same devices, those that some of these pods may hold with their names. */
    List<GpuDevice> told() {
        var told = new HashSet<String>();
        devices.forEach(device -> device.holders().stream().filter(pod -> told(device, pod)).map(PodFacts::key)
                .forEach(told::add));
        var guessed = devices.stream().flatMap(device -> device.holders().stream())
                .filter(pod -> !told.contains(pod.key())).distinct().toList();
        if (guessed.isEmpty() || oneHolder()) {
            return devices;
        }
        return devices.stream().map(device -> may(device, told)
                ? device.perhaps(guessed.stream().filter(pod -> asks(pod, device)).toList())
                : device).toList();
    }

    /** Whether a pod asks for what a device is; of an instance with a resource of its own, for that. */
    private static boolean asks(PodFacts pod, GpuDevice device) {
        var own = MigProfile.parse(device.profile()).filter(_ -> device.node().instances().isEmpty())
                .map(MigProfile::resource).orElse("");
        return own.isEmpty() || pod.requests().get(own) + pod.requests().get(own + GpuNodes.SHARED) > 0;
    }

    /** Whether each device is held by the same pods, so that nothing is left to guess. */
    private boolean oneHolder() {
        var boards = devices.stream().filter(device -> !device.isInstance()).toList();
        return boards.stream().allMatch(board -> board.holders().equals(boards.getFirst().holders()))
                && boards.size() == devices.size() && (boards.size() == 1
                        || node.groups().stream().noneMatch(group -> group.form() == GpuGroup.GroupForm.SHARED));
    }

    private static boolean may(GpuDevice device, Set<String> told) {
        return device.index() >= 0 && device.status() == GpuTile.TileStatus.USABLE
                && (device.holders().isEmpty() || device.holders().stream().anyMatch(pod -> !told.contains(pod.key())));
    }

    private boolean told(GpuDevice device, PodFacts pod) {
        return device.node().byClaims() || device.share(pod) > 0 || named(device).anyMatch(user -> user.means(pod))
                || claimed(device, pod);
    }

    private static Stream<ReportedHolder> named(GpuDevice device) {
        var instance = device.instance();
        if (instance != null) {
            return Stream.ofNullable(instance.holder());
        }
        var measured = device.measured();
        return measured == null || device.isInstance() ? Stream.empty() : users(measured);
    }

    /** Whom an exporter names as users of a board or of parts of it. */
    static Stream<ReportedHolder> users(DeviceReadings device) {
        return Stream.concat(device.holders().stream(),
                device.instances().stream().map(InstanceReadings::holder).flatMap(Stream::ofNullable));
    }

    private boolean claimed(GpuDevice device, PodFacts pod) {
        return node.claimed().boards().stream().filter(board -> board.is(device.index(), device.uuid()))
                .anyMatch(board -> SliceBoard.users(board.claims(), List.of(pod)).contains(pod));
    }
}
