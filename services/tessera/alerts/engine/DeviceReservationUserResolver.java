package tessera.alerts.engine;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import tessera.gpu.GpuFleet;
import tessera.gpu.GpuNode;
import tessera.gpu.KaiGpuFraction;
import tessera.model.PodSummary;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.NodeReadings;
import tessera.model.reading.ReportedDeviceUser;

/**
 * Devices of which exporters name a pod that only reserves them: those for whom it does are who uses them. Of devices
 * of which exporters name nobody, those that have them by claims do.
 */
final class DeviceReservationUserResolver {

    private DeviceReservationUserResolver() {}

    /** Returns the readings with the pods that share a device in place of the one that reserves it for them. */
    static FleetReadings lent(GpuFleet fleet, FleetReadings readings) {
        Map<String, NodeReadings> nodes = new HashMap<>();
        for (var node : fleet.nodes()) {
            var nodeReadings = readings.readingsOf(node.name());
            var reserved = nodeReadings == null ? Map.<String, List<PodSummary>>of() : reserved(node);
            if (nodeReadings != null && (!reserved.isEmpty() || !node.claimedBoards().isEmpty())) {
                nodes.put(node.name(),
                        new NodeReadings(nodeReadings.node(), nodeReadings.source(), nodeReadings.at(),
                                nodeReadings.interval(),
                                nodeReadings.problem(),
                                nodeReadings.devices().stream()
                                        .map(device -> lent(withClaimants(device, node), reserved)).toList(),
                                nodeReadings.pluginsOnly()));
            }
        }
        if (nodes.isEmpty()) {
            return readings;
        }
        readings.nodes().forEach(nodes::putIfAbsent);
        return new FleetReadings(readings.at(), nodes, readings.problem());
    }

    private static Map<String, List<PodSummary>> reserved(GpuNode node) {
        return node.info().pods().stream().filter(KaiGpuFraction::isReservation)
                .filter(pod -> !node.reservedFor(pod).isEmpty())
                .collect(Collectors.toMap(PodSummary::key, node::reservedFor));
    }

    private static DeviceReadings withClaimants(DeviceReadings device, GpuNode node) {
        return !device.holders().isEmpty() || device.isPartitioned() ? device
                : new DeviceReadings(device.uuid(), device.index(), device.model(), device.bus(),
                        node.claimantsOf(device.index(), device.uuid()).stream()
                                .map(pod -> new ReportedDeviceUser(pod.namespace(), pod.name(), "", "")).toList(),
                        device.values(), device.instances(), device.categories());
    }

    private static DeviceReadings lent(DeviceReadings device, Map<String, List<PodSummary>> reserved) {
        Function<ReportedDeviceUser, List<ReportedDeviceUser>> users = holder -> reserved
                .containsKey(holder.holderKey())
                        ? reserved.get(holder.holderKey()).stream()
                                .map(pod -> new ReportedDeviceUser(pod.namespace(), pod.name(), "", "")).toList()
                        : List.of(holder);
        return new DeviceReadings(device.uuid(), device.index(), device.model(), device.bus(),
                device.holders().stream().map(users).flatMap(List::stream).distinct().toList(), device.values(),
                device.instances(), device.categories());
    }
}
