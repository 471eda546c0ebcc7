package tessera.metrics.scrape;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.NodeReadings;
import tessera.model.reading.NodeReadings.ReadingFreshness;

/**
 * Device readings from another source, which make reading the exporters unnecessary. Taken for an exporter's own
 * word is only what has all that the exporter itself said when it was last read. Safe for use by several threads.
 */
final class PrometheusNodeReadingsCache {

    private final Map<String, NodeReadings> readingsByNode = new ConcurrentHashMap<>();
    private volatile Set<String> watched = Set.of();
    private volatile boolean stopped;

    /** @param fleetReadings what is already known of the nodes; who repeats it need not hold it twice */
    void acceptReadings(Map<String, NodeReadings> newest, FleetReadings fleetReadings) {
        stopped = false;
        newest.forEach((name, node) -> readingsByNode.put(name, mergeShared(node, fleetReadings.readingsOf(name))));
    }

    /** Ends the readings, as the source has no more. */
    void endReadings() {
        stopped = true;
    }

    /** Drops all other nodes. */
    void retainNodes(Set<String> nodes) {
        readingsByNode.keySet().retainAll(nodes);
    }

    /** Sets the nodes that are to be read directly. */
    void watchNodes(Set<String> nodes) {
        watched = Set.copyOf(nodes);
    }

    /** Returns the better of a node's own and the foreign readings: the newer one, or the own ones of a watched node. */
    NodeReadings chooseBetter(NodeReadings nodeReadings, Instant now) {
        var other = readingsByNode.get(nodeReadings.node());
        if (other == null || other.at() == null) {
            return nodeReadings;
        }
        boolean current = nodeReadings.freshnessAt(now) == ReadingFreshness.FRESH;
        if (current && (watched.contains(nodeReadings.node()) || !coversSameDevices(nodeReadings, other))) {
            return nodeReadings;
        }
        return nodeReadings.at() == null || !other.at().isBefore(nodeReadings.at()) ? other : nodeReadings;
    }

    /** Returns whether a node's exporters can pause, because the other source reports their values and will do so again soon. */
    boolean canSkipExporters(NodeReadings nodeReadings, Instant now) {
        var other = readingsByNode.get(nodeReadings.node());
        return other != null && !stopped && !watched.contains(nodeReadings.node()) && nodeReadings.at() != null
                && isRecent(other, now) && coversSameDevices(nodeReadings, other);
    }

    /** Returns whether the readings are so recent that an exporter can still be read before they are old. */
    private static boolean isRecent(NodeReadings other, Instant now) {
        var at = other.at();
        return at != null && 3 * Duration.between(at, now).toMillis() <= 5 * other.interval().toMillis();
    }

    private static boolean coversSameDevices(NodeReadings nodeReadings, NodeReadings other) {
        if (nodeReadings.devices().size() != other.devices().size()) {
            return false;
        }
        for (var device : nodeReadings.devices()) {
            if (!coversDevice(findDevice(other, device), device)) {
                return false;
            }
        }
        return true;
    }

    private static @Nullable DeviceReadings findDevice(NodeReadings other, DeviceReadings device) {
        for (var candidate : other.devices()) {
            if (device.uuid().isEmpty() ? candidate.index() == device.index()
                    : candidate.uuid().equals(device.uuid())) {
                return candidate;
            }
        }
        return null;
    }

    private static NodeReadings mergeShared(NodeReadings latestNodeReadings, @Nullable NodeReadings before) {
        if (before == null) {
            return latestNodeReadings;
        }
        var devices = latestNodeReadings.devices().stream().map(device -> {
            var same = findDevice(before, device);
            return same == null ? device : device.reuseEqualParts(same);
        }).toList();
        return new NodeReadings(latestNodeReadings.node(), latestNodeReadings.source(), latestNodeReadings.at(),
                latestNodeReadings.interval(), latestNodeReadings.problem(), devices, latestNodeReadings.pluginsOnly());
    }

    private static boolean coversDevice(@Nullable DeviceReadings other, DeviceReadings deviceReadings) {
        if (other == null || !other.values().covers(deviceReadings.values())
                || other.instances().size() != deviceReadings.instances().size()) {
            return false;
        }
        for (var instance : deviceReadings.instances()) {
            var same = other.findInstance(instance.id());
            if (same.isEmpty() || !same.get().profile().equals(instance.profile())
                    || !same.get().values().covers(instance.values())) {
                return false;
            }
        }
        return true;
    }
}
