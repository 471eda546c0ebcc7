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
final class PrometheusDeviceMetrics {

    private final Map<String, NodeReadings> told = new ConcurrentHashMap<>();
    private volatile Set<String> watched = Set.of();
    private volatile boolean silent;

    /** @param known what is already known of the nodes; who repeats it need not hold it twice */
    void acceptReadings(Map<String, NodeReadings> newest, FleetReadings known) {
        silent = false;
        newest.forEach((name, node) -> told.put(name, mergeShared(node, known.readingsOf(name))));
    }

    /** Ends the readings, as the source has no more. */
    void endReadings() {
        silent = true;
    }

    /** Drops all other nodes. */
    void retainNodes(Set<String> nodes) {
        told.keySet().retainAll(nodes);
    }

    /** Sets the nodes that are to be read directly. */
    void watchNodes(Set<String> nodes) {
        watched = Set.copyOf(nodes);
    }

    /** Returns the better of a node's own and the foreign readings: the newer one, or the own ones of a watched node. */
    NodeReadings chooseBetter(NodeReadings own, Instant now) {
        var other = told.get(own.node());
        if (other == null || other.at() == null) {
            return own;
        }
        boolean current = own.freshnessAt(now) == ReadingFreshness.FRESH;
        if (current && (watched.contains(own.node()) || !coversSameDevices(own, other))) {
            return own;
        }
        return own.at() == null || !other.at().isBefore(own.at()) ? other : own;
    }

    /** Returns whether a node's exporters can pause, because the other source reports their values and will do so again soon. */
    boolean canSkipExporters(NodeReadings own, Instant now) {
        var other = told.get(own.node());
        return other != null && !silent && !watched.contains(own.node())
                && own.at() != null && isRecent(other, now) && coversSameDevices(own, other);
    }

    /** Returns whether the readings are so recent that an exporter can still be read before they are old. */
    private static boolean isRecent(NodeReadings other, Instant now) {
        var at = other.at();
        return at != null && 3 * Duration.between(at, now).toMillis() <= 5 * other.interval().toMillis();
    }

    private static boolean coversSameDevices(NodeReadings own, NodeReadings other) {
        if (own.devices().size() != other.devices().size()) {
            return false;
        }
        for (var device : own.devices()) {
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

    private static NodeReadings mergeShared(NodeReadings newest, @Nullable NodeReadings before) {
        if (before == null) {
            return newest;
        }
        var devices = newest.devices().stream().map(device -> {
            var same = findDevice(before, device);
            return same == null ? device : device.reuseEqualParts(same);
        }).toList();
        return new NodeReadings(newest.node(), newest.source(), newest.at(), newest.interval(), newest.problem(),
                devices, newest.pluginsOnly());
    }

    private static boolean coversDevice(@Nullable DeviceReadings other, DeviceReadings own) {
        if (other == null || !other.values().covers(own.values())
                || other.instances().size() != own.instances().size()) {
            return false;
        }
        for (var instance : own.instances()) {
            var same = other.findInstance(instance.id());
            if (same.isEmpty() || !same.get().profile().equals(instance.profile())
                    || !same.get().values().covers(instance.values())) {
                return false;
            }
        }
        return true;
    }
}
