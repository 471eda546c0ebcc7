package tessera.ui.inspect;

import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import tessera.alerts.AlertSnapshot;
import tessera.alerts.health.ObjectHealthEvidenceCollector;
import tessera.alerts.health.ObjectHealthEvidenceCollector.HealthEvaluationInput;
import tessera.alerts.health.ObjectHealthReport;
import tessera.gpu.GpuFleet;
import tessera.metrics.history.ReadableMetricHistory;
import tessera.model.ClusterSnapshot;
import tessera.model.ObjectRef;
import tessera.model.PodSummary;
import tessera.ui.metrics.DeviceLastHourCharts;

/**
 * Computes the inspector pages that need more than the fleet.
 *
 * @param history   of the cluster that is open
 * @param alerts of the cluster that is open
 * @param checks by the rules as they are
 */
record InspectorMetricsAndHealthBuilder(Supplier<ReadableMetricHistory> history, Supplier<AlertSnapshot> alerts,
        Supplier<ObjectHealthEvidenceCollector> checks) {

    /** Returns the nodes that an object is on. */
    static Set<String> nodesOf(ClusterSnapshot clusterSnapshot, ObjectRef object) {
        if (object.kind().equals("Node")) {
            return Set.of(object.name());
        }
        return clusterSnapshot.findPod(object.namespace(), object.name()).map(PodSummary::node)
                .filter(node -> !node.isEmpty()).map(Set::of).orElse(Set.of());
    }

    InspectorMetricsAndHealthContent compute(GpuFleet fleet, InspectorInput query) {
        return switch (query.page()) {
            case METRICS -> {
                var scope = scopeOf(fleet, query);
                yield new InspectorMetricsAndHealthContent(scope, Optional.of(hourOf(fleet, query, scope)),
                        Optional.empty());
            }
            case HEALTH -> {
                var scope = scopeOf(fleet, query);
                yield new InspectorMetricsAndHealthContent(scope, Optional.empty(),
                        Optional.of(healthOf(fleet, query, scope)));
            }
            default -> InspectorMetricsAndHealthContent.NOTHING;
        };
    }

    private static InspectedDevices scopeOf(GpuFleet fleet, InspectorInput query) {
        return InspectedDevices.of(fleet, query.target(), query.chosenDevice().orElse(null));
    }

    private DeviceLastHourCharts hourOf(GpuFleet fleet, InspectorInput query, InspectedDevices scope) {
        if (scope.devices().isEmpty()) {
            return DeviceLastHourCharts.none(scope.missingReason());
        }
        return DeviceLastHourCharts.of(history.get(), checks.get().rules(), scope.devices(), fleet.readings(),
                query.now());
    }

    private ObjectHealthReport healthOf(GpuFleet fleet, InspectorInput query, InspectedDevices scope) {
        var check = checks.get();
        var input = new HealthEvaluationInput(fleet, alerts.get(), query.recentEvents(), query.now());
        if (scope.selected().isPresent()) {
            return check.reportDevice(scope.devices().getFirst(), input);
        }
        var target = query.target();
        if (target.kind().equals("Node")) {
            return fleet.snapshot().findNode(target.name()).map(node -> check.reportNode(node, scope.devices(), input))
                    .orElse(ObjectHealthReport.UNKNOWN);
        }
        return fleet.snapshot().findPod(target.namespace(), target.name())
                .map(pod -> check.reportPod(pod, scope.devices(), input)).orElse(ObjectHealthReport.UNKNOWN);
    }
}
