package tessera.alerts.engine;

import java.time.Instant;
import java.util.List;
import tessera.alerts.AlertRule.AlertScope;
import tessera.alerts.AlertSignal.Kind;
import tessera.alerts.AlertSubject;
import tessera.insight.GpuFleet;
import tessera.model.SessionConnection;
import tessera.model.SourceHealth;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.NodeReadings;
import tessera.model.reading.NodeReadings.Freshness;

/** What can be seen at one moment, and how far it can be relied on. */
record AlertVisibility(GpuFleet fleet, FleetReadings readings, Instant now) {

    /** Whether what the API server says of nodes is the present. */
    boolean nodesCurrent() {
        var snapshot = fleet.snapshot();
        return snapshot.connection() instanceof SessionConnection.LiveConnection
                && snapshot.nodeHealth() instanceof SourceHealth.LiveSource;
    }

    /** Whether readings of a node may be judged: they are fresh, and the node is not known to be gone. */
    boolean judged(NodeReadings node) {
        return node.freshness(now) == Freshness.FRESH && !gone(node.node());
    }

    private boolean gone(String node) {
        return nodesCurrent() && fleet.snapshot().node(node).isEmpty();
    }

    /**
     * Whether what an alert is about is known not to be there any more. A device that an exporter no longer reports is
     * not among them: it may have fallen off the bus.
     */
    boolean gone(AlertTrack track) {
        var subject = track.subject();
        if (gone(subject.node())) {
            return true;
        }
        if (track.rule().scope() == AlertScope.NODE) {
            return nodesCurrent();
        }
        var node = readings.node(subject.node());
        if (node == null || !judged(node) || track.rule().signal().kind() != Kind.LEVEL) {
            return false;
        }
        return node.devices().stream()
                .filter(device -> AlertSubject.device(node.node(), device).device().equals(subject.device()))
                .findFirst()
                .map(device -> gone(device, track)).orElse(false);
    }

    private static boolean gone(DeviceReadings device, AlertTrack track) {
        var subject = track.subject();
        if (track.rule().scope() != AlertScope.INSTANCE) {
            return false;
        }
        if (subject.instance() < 0) {
            return device.cut() || givenUp(subject, DeviceHolders.of(device));
        }
        var instance = device.instance(subject.instance());
        return instance.isEmpty() || givenUp(subject, DeviceHolders.of(instance.get()));
    }

    private static boolean givenUp(AlertSubject subject, List<String> holders) {
        return !subject.pod().isEmpty() && !subject.pod().equals(DeviceHolders.together(holders));
    }
}
