package tessera.gpu;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import tessera.mig.MigProfile;
import tessera.model.PodSummary;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.MigInstanceReadings;
import tessera.model.reading.ReportedDeviceUser;

/**
 * Candidate holders of GPUs that a device plugin allocated, where nothing tells which pod has which. An exporter that names pods, a claim or a GPU-sharing scheduler does.
 */
record PossibleGpuHolderFinder(GpuNode node, List<GpuDevice> devices) {

    PossibleGpuHolderFinder {
        devices = List.copyOf(devices);
    }

    /** Returns the same devices with the pods that may hold them. */
    List<GpuDevice> withCandidates() {
        var told = new HashSet<String>();
        for (var device : devices) {
            device.holders().stream().filter(pod -> isKnownHolder(device, pod)).map(PodSummary::key)
                    .forEach(told::add);
        }
        var guessed = devices.stream().flatMap(device -> device.holders().stream())
                .filter(pod -> !told.contains(pod.key())).distinct().toList();
        if (guessed.isEmpty() || haveSameHolders()) {
            return devices;
        }
        return devices.stream().map(device -> withGuessedHolders(device, told, guessed)).toList();
    }

    private static GpuDevice withGuessedHolders(GpuDevice device, Set<String> told, List<PodSummary> guessed) {
        if (mayBeHeld(device, told)) {
            return device.withPossibleHolders(guessed.stream().filter(pod -> asks(pod, device)).toList());
        }
        return device;
    }

    /** Whether a pod asks for what a device is; of an instance with a resource of its own, for that. */
    private static boolean asks(PodSummary pod, GpuDevice device) {
        var own = MigProfile.parse(device.profile()).filter(_ -> device.node().uniformProfile().isEmpty())
                .map(MigProfile::resourceName).orElse("");
        return own.isEmpty() || pod.requests().get(own) + pod.requests().get(own + NodeGpuReader.SHARED) > 0;
    }

    /** Returns whether all devices have the same holders, so that nothing is uncertain. */
    private boolean haveSameHolders() {
        var boards = devices.stream().filter(device -> !device.isInstance()).toList();
        return boards.stream().allMatch(gpuDevice -> gpuDevice.holders().equals(boards.getFirst().holders()))
                && boards.size() == devices.size() && (boards.size() == 1
                        || node.groups().stream()
                                .noneMatch(group -> group.form() == NodeGpuAllocationGroup.GpuAllocationKind.SHARED));
    }

    private static boolean mayBeHeld(GpuDevice device, Set<String> told) {
        return device.index() >= 0 && (device.status() == GpuHeatmapTile.GpuTileStatus.USABLE
                || device.status() == GpuHeatmapTile.GpuTileStatus.FAULTY)
                && (device.holders().isEmpty() || device.holders().stream().anyMatch(pod -> !told.contains(pod.key())));
    }

    private boolean isKnownHolder(GpuDevice device, PodSummary pod) {
        return device.node().isClaimsOnly() || device.shareOf(pod) > 0
                || reportedHolders(device).anyMatch(user -> user.matchesPod(pod))
                || isClaimed(device, pod);
    }

    private static Stream<ReportedDeviceUser> reportedHolders(GpuDevice device) {
        var instance = device.instance();
        if (instance != null) {
            return Stream.ofNullable(instance.holder());
        }
        var deviceReadings = device.readings();
        if (deviceReadings == null || device.isInstance()) {
            return Stream.empty();
        }
        return reportedUsers(deviceReadings);
    }

    /** Returns the pods that an exporter names as users of a board or of parts of it. */
    static Stream<ReportedDeviceUser> reportedUsers(DeviceReadings device) {
        return Stream.concat(device.holders().stream(),
                device.instances().stream().map(MigInstanceReadings::holder).flatMap(Stream::ofNullable));
    }

    private boolean isClaimed(GpuDevice device, PodSummary pod) {
        return node.claimedBoards().gpus().stream().filter(gpu -> gpu.isBoard(device.index(), device.uuid()))
                .anyMatch(gpu -> DraPublishedGpu.usersOf(gpu.claims(), List.of(pod)).contains(pod));
    }
}
