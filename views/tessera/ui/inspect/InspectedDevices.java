package tessera.ui.inspect;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.gpu.GpuDevice;
import tessera.gpu.GpuFleet;
import tessera.gpu.GpuNode;
import tessera.gpu.NodeGpuTileFactory;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.model.ObjectRef;
import tessera.model.PodSummary;
import tessera.model.reading.MetricReading;
import tessera.model.reading.ReportedDeviceUser;
import tessera.text.MessageCatalog;
import tessera.ui.kit.DeviceTrendSource;

/**
 * The devices that are shown: all of a node, one device or MIG instance, or those of a pod.
 *
 * @param devices boards, each followed by its instances
 * @param choices   which of a node's devices can be looked at alone
 * @param selected  which of these is; empty for all
 * @param note  what is to be known of the numbers; may be empty
 * @param missingReason    why there are no devices; empty where there are
 */
record InspectedDevices(List<GpuDevice> devices, List<InspectableDevice> choices, Optional<InspectableDevice> selected,
        String note, String missingReason) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(InspectedDevices.class);

    /** A device that can be shown alone. */
    record InspectableDevice(String title, DeviceSeriesKey key) {}

    InspectedDevices {
        devices = List.copyOf(devices);
        choices = List.copyOf(choices);
    }

    static InspectedDevices none(String reason) {
        return new InspectedDevices(List.of(), List.of(), Optional.empty(), "", reason);
    }

    /** @param part which of a node's devices; null for all */
    static InspectedDevices of(GpuFleet fleet, ObjectRef target, @Nullable DeviceSeriesKey part) {
        if (target.kind().equals("Node")) {
            return fleet.node(target.name()).map(node -> ofNode(fleet, node, part))
                    .orElseGet(() -> none(MESSAGES.text("devices.noneOnNode")));
        }
        return fleet.snapshot().findPod(target.namespace(), target.name()).map(pod -> ofPod(fleet, pod))
                .orElseGet(() -> none(MESSAGES.text("devices.gone")));
    }

    private static List<GpuDevice> allDevices(GpuFleet fleet, GpuNode node) {
        var readings = fleet.readings().readingsOf(node.name());
        return GpuDevice.devicesOf(node, readings, NodeGpuTileFactory.tilesOf(node, readings), fleet.readings().at());
    }

    private static InspectedDevices ofNode(GpuFleet fleet, GpuNode node, @Nullable DeviceSeriesKey part) {
        var devices = allDevices(fleet, node);
        var parts = devices.stream().flatMap(InspectedDevices::inspectableDevices).toList();
        var chosen = parts.stream().filter(each -> each.key().equals(part)).findFirst();
        var shown = chosen.isEmpty() ? devices
                : devices.stream().filter(
                        device -> DeviceTrendSource.deviceKey(device).equals(chosen.map(InspectableDevice::key)))
                        .toList();
        return new InspectedDevices(shown, parts, chosen, "",
                shown.isEmpty() ? MESSAGES.text("devices.noneOnNode") : "");
    }

    private static Stream<InspectableDevice> inspectableDevices(GpuDevice device) {
        return DeviceTrendSource.deviceKey(device).map(key -> new InspectableDevice(deviceTitle(device), key)).stream();
    }

    private static String deviceTitle(GpuDevice device) {
        var instance = device.instance();
        var board = ("GPU " + device.numberLabel()).strip();
        return instance == null ? board : board + " · " + device.profile() + " #" + instance.id();
    }

    private static InspectedDevices ofPod(GpuFleet fleet, PodSummary pod) {
        var node = fleet.node(pod.node());
        if (node.isEmpty()) {
            return none(pod.node().isEmpty() ? MESSAGES.text("devices.notScheduled")
                    : MESSAGES.text("devices.noneOnItsNode"));
        }
        var held = new ArrayList<GpuDevice>();
        for (var device : allDevices(fleet, node.get())) {
            if (isHeldBy(device, pod)) {
                held.add(device);
            }
        }
        if (held.isEmpty() && !node.get().holders().contains(pod)) {
            return none(pod.claims().isEmpty() ? MESSAGES.text("devices.podWithout")
                    : MESSAGES.text("devices.claimUnknown", unknownReason(fleet, node.get())));
        }
        if (held.isEmpty()) {
            return none(MESSAGES.text("devices.gpuUnknown", unknownReason(fleet, node.get())));
        }
        return new InspectedDevices(held, List.of(), Optional.empty(), sharingText(node.get(), held), "");
    }

    /** Returns whether the exporter reports that a pod holds a device; the API server does not say which one. */
    private static boolean isHeldBy(GpuDevice device, PodSummary pod) {
        return reportedHolders(device).anyMatch(holder -> holder.matchesPod(pod));
    }

    /** Returns the holders that the exporter reports; of a board, those who have all of it. */
    private static Stream<ReportedDeviceUser> reportedHolders(GpuDevice device) {
        var instance = device.instance();
        var deviceReadings = device.readings();
        if (instance != null) {
            return Stream.ofNullable(instance.holder());
        }
        if (deviceReadings == null || device.isInstance()) {
            return Stream.of();
        }
        return deviceReadings.holders().stream();
    }

    private static String unknownReason(GpuFleet fleet, GpuNode node) {
        var readings = fleet.readings().readingsOf(node.name());
        var reason = readings == null ? MetricReading.MissingValueReason.NOT_READ_YET : readings.missingReason();
        return readings == null || readings.at() == null ? reason.reasonText() : MESSAGES.text("devices.noPodNamed");
    }

    private static String sharingText(GpuNode node, List<GpuDevice> held) {
        var fullest = held.stream().max(Comparator.comparingLong(InspectedDevices::countUsers));
        long users = fullest.map(InspectedDevices::countUsers).orElse(0L);
        boolean divided = !node.sharingStrategy().isEmpty();
        if (users <= 1) {
            return divided ? MESSAGES.text("devices.shared", node.divisionText()) : "";
        }
        var claim = fullest.stream().flatMap(InspectedDevices::reportedHolders).map(ReportedDeviceUser::claim)
                .filter(name -> !name.isEmpty()).findFirst();
        return MESSAGES.text("devices.sharedBy", users, claim, divided ? node.divisionText() : "");
    }

    private static long countUsers(GpuDevice device) {
        var here = device.node().info().pods().stream().filter(PodSummary::holdsResources);
        return Math.max(reportedHolders(device).map(ReportedDeviceUser::holderKey).distinct().count(),
                here.filter(pod -> isHeldBy(device, pod)).count());
    }
}
