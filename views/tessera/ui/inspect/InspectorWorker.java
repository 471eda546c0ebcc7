package tessera.ui.inspect;

import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import tessera.alerts.AlertsState;
import tessera.alerts.health.HealthCheck;
import tessera.alerts.health.HealthCheck.HealthInput;
import tessera.alerts.health.HealthReport;
import tessera.insight.GpuFleet;
import tessera.metrics.history.HistoryView;
import tessera.model.ObjectRef;
import tessera.model.PodFacts;
import tessera.model.Snapshot;
import tessera.ui.metrics.DeviceHour;

/**
 * Computes the inspector pages that need more than the fleet.
 *
 * @param history   of the cluster that is open
 * @param alerts of the cluster that is open
 * @param checks by the rules as they are
 */
record InspectorWorker(Supplier<HistoryView> history, Supplier<AlertsState> alerts, Supplier<HealthCheck> checks) {

    /** The pages, as the inspector names them. */
    static final String METRICS = "Metrics";
    static final String HEALTH = "Health";

    /** Returns the nodes that an object is on. */
    static Set<String> nodesOf(Snapshot snapshot, ObjectRef object) {
        return object.kind().equals("Node") ? Set.of(object.name())
                : snapshot.findPod(object.namespace(), object.name()).map(PodFacts::node)
                        .filter(node -> !node.isEmpty()).map(Set::of).orElse(Set.of());
    }

    VisiblePage compute(GpuFleet fleet, InspectorQuery query) {
        return switch (query.page()) {
            case METRICS -> {
                var scope = scopeOf(fleet, query);
                yield new VisiblePage(scope, Optional.of(hourOf(fleet, query, scope)), Optional.empty());
            }
            case HEALTH -> {
                var scope = scopeOf(fleet, query);
                yield new VisiblePage(scope, Optional.empty(), Optional.of(healthOf(fleet, query, scope)));
            }
            default -> VisiblePage.NOTHING;
        };
    }

    private static DeviceScope scopeOf(GpuFleet fleet, InspectorQuery query) {
        return DeviceScope.of(fleet, query.target(), query.chosenDevice().orElse(null));
    }

    private DeviceHour hourOf(GpuFleet fleet, InspectorQuery query, DeviceScope scope) {
        return scope.devices().isEmpty() ? DeviceHour.none(scope.missingReason())
                : DeviceHour.of(history.get(), checks.get().rules(), scope.devices(), fleet.readings(), query.now());
    }

    private HealthReport healthOf(GpuFleet fleet, InspectorQuery query, DeviceScope scope) {
        var check = checks.get();
        var known = new HealthInput(fleet, alerts.get(), query.recentEvents(), query.now());
        if (scope.chosen().isPresent()) {
            return check.reportDevice(scope.devices().getFirst(), known);
        }
        var target = query.target();
        return target.kind().equals("Node")
                ? fleet.snapshot().findNode(target.name()).map(node -> check.reportNode(node, scope.devices(), known))
                        .orElse(HealthReport.UNKNOWN)
                : fleet.snapshot().findPod(target.namespace(), target.name())
                        .map(pod -> check.reportPod(pod, scope.devices(), known)).orElse(HealthReport.UNKNOWN);
    }
}
