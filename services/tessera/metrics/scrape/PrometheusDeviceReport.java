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
import tessera.model.reading.NodeReadings.Freshness;

/**
 * What somebody else tells of the devices of nodes, whose exporters then need not be read. Taken for an exporter's own
 * word is only what has all that the exporter itself said when it was last read. Safe for use by several threads.
 */
final class PrometheusDeviceReport {

    private final Map<String, NodeReadings> told = new ConcurrentHashMap<>();
    private volatile Set<String> watched = Set.of();
    private volatile boolean silent;

    /** @param known what is already known of the nodes; who repeats it need not hold it twice */
    void hear(Map<String, NodeReadings> newest, FleetReadings known) {
        silent = false;
        newest.forEach((name, node) -> told.put(name, sharing(node, known.node(name))));
    }

    /** Whoever tells it cannot tell more. */
    void silence() {
        silent = true;
    }

    /** Nothing else is of use any more. */
    void retain(Set<String> nodes) {
        told.keySet().retainAll(nodes);
    }

    /** From now on these nodes are to be read themselves. */
    void watch(Set<String> nodes) {
        watched = Set.copyOf(nodes);
    }

    /** The better of what a node's own exporters said and of what is told: the newer, and what is looked at directly. */
    NodeReadings better(NodeReadings own, Instant now) {
        var other = told.get(own.node());
        if (other == null || other.at() == null) {
            return own;
        }
        boolean current = own.freshness(now) == Freshness.FRESH;
        if (current && (watched.contains(own.node()) || !sameThings(own, other))) {
            return own;
        }
        return own.at() == null || !other.at().isBefore(own.at()) ? other : own;
    }

    /** Whether a node's exporters can rest, because what they would say is told anyway, and will soon be told again. */
    boolean spares(NodeReadings own, Instant now) {
        var other = told.get(own.node());
        return other != null && !silent && !watched.contains(own.node())
                && own.at() != null && recent(other, now) && sameThings(own, other);
    }

    /** So young that an exporter can still be read before it is old. */
    private static boolean recent(NodeReadings other, Instant now) {
        var at = other.at();
        return at != null && 3 * Duration.between(at, now).toMillis() <= 5 * other.interval().toMillis();
    }

    private static boolean sameThings(NodeReadings own, NodeReadings other) {
        if (own.devices().size() != other.devices().size()) {
            return false;
        }
        for (var device : own.devices()) {
            if (!covers(find(other, device), device)) {
                return false;
            }
        }
        return true;
    }

    private static @Nullable DeviceReadings find(NodeReadings other, DeviceReadings device) {
        for (var candidate : other.devices()) {
            if (device.uuid().isEmpty() ? candidate.index() == device.index()
                    : candidate.uuid().equals(device.uuid())) {
                return candidate;
            }
        }
        return null;
    }

    private static NodeReadings sharing(NodeReadings newest, @Nullable NodeReadings before) {
        if (before == null) {
            return newest;
        }
        var devices = newest.devices().stream().map(device -> {
            var same = find(before, device);
            return same == null ? device : device.sharing(same);
        }).toList();
        return new NodeReadings(newest.node(), newest.source(), newest.at(), newest.interval(), newest.trouble(),
                devices);
    }

    private static boolean covers(@Nullable DeviceReadings other, DeviceReadings own) {
        if (other == null || !other.values().covers(own.values())
                || other.instances().size() != own.instances().size()) {
            return false;
        }
        for (var instance : own.instances()) {
            var same = other.instance(instance.id());
            if (same.isEmpty() || !same.get().profile().equals(instance.profile())
                    || !same.get().values().covers(instance.values())) {
                return false;
            }
        }
        return true;
    }
}
