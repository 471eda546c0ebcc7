package tessera.alerts.engine;

import java.time.Instant;
import java.util.List;
import tessera.alerts.AlertRule.AlertSubjectKind;
import tessera.alerts.AlertSignal.SignalEvaluationKind;
import tessera.alerts.AlertSubject;
import tessera.gpu.GpuFleet;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.NodeReadings;
import tessera.model.reading.NodeReadings.ReadingFreshness;

/** The fleet and readings of one moment, and how far they can be relied on. */
record AlertEvaluationInput(GpuFleet fleet, FleetReadings readings, Instant now) {

    /** Returns whether the API server's data on nodes is current. */
    boolean areNodesCurrent() {
        return fleet.snapshot().areNodesCurrent();
    }

    /** Returns whether a node's readings may be judged: they are fresh, and the node is not known to be gone. */
    boolean canJudge(NodeReadings node) {
        return node.freshnessAt(now) == ReadingFreshness.FRESH && !isNodeGone(node.node());
    }

    private boolean isNodeGone(String node) {
        return areNodesCurrent() && fleet.snapshot().findNode(node).isEmpty();
    }

    /**
     * Returns whether the subject of an alert is known to be gone. A device that an exporter no longer reports is
     * not among them: it may have fallen off the bus.
     */
    boolean isSubjectGone(AlertLifecycle lifecycle) {
        var subject = lifecycle.subject();
        if (isNodeGone(subject.node())) {
            return true;
        }
        if (lifecycle.rule().scope() == AlertSubjectKind.NODE) {
            return areNodesCurrent();
        }
        var node = readings.readingsOf(subject.node());
        if (node == null || !canJudge(node) || lifecycle.rule().signal().kind() != SignalEvaluationKind.LEVEL) {
            return false;
        }
        return node.devices().stream()
                .filter(device -> AlertSubject.forDevice(node.node(), device).device().equals(subject.device()))
                .findFirst()
                .map(device -> isPartGone(device, lifecycle)).orElse(false);
    }

    private static boolean isPartGone(DeviceReadings device, AlertLifecycle lifecycle) {
        var subject = lifecycle.subject();
        if (lifecycle.rule().scope() != AlertSubjectKind.INSTANCE) {
            return false;
        }
        if (subject.instance() < 0) {
            return device.isPartitioned() || isReleased(subject, ExporterReportedPods.holdersOf(device));
        }
        var instance = device.findInstance(subject.instance());
        return instance.isEmpty() || isReleased(subject, ExporterReportedPods.holdersOf(instance.get()));
    }

    private static boolean isReleased(AlertSubject subject, List<String> holders) {
        return !subject.pod().isEmpty() && !subject.pod().equals(ExporterReportedPods.joinedNames(holders));
    }
}
