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
 * Works out the pages of the inspector that are made of more than the fleet.
 *
 * @param past   of the cluster that is open
 * @param alerts of the cluster that is open
 * @param checks by the rules as they are
 */
record InspectorWorker(Supplier<HistoryView> past, Supplier<AlertsState> alerts, Supplier<HealthCheck> checks) {

    /** The pages, as the inspector names them. */
    static final String METRICS = "Metrics";
    static final String HEALTH = "Health";

    /** Which nodes are looked at with an object. */
    static Set<String> nodes(Snapshot snapshot, ObjectRef object) {
        return object.kind().equals("Node") ? Set.of(object.name())
                : snapshot.pod(object.namespace(), object.name()).map(PodFacts::node)
                        .filter(node -> !node.isEmpty()).map(Set::of).orElse(Set.of());
    }

    VisiblePage of(GpuFleet fleet, InspectorQuery query) {
        return switch (query.page()) {
            case METRICS -> {
                var scope = scope(fleet, query);
                yield new VisiblePage(scope, Optional.of(hour(fleet, query, scope)), Optional.empty());
            }
            case HEALTH -> {
                var scope = scope(fleet, query);
                yield new VisiblePage(scope, Optional.empty(), Optional.of(health(fleet, query, scope)));
            }
            default -> VisiblePage.NOTHING;
        };
    }

    private static DeviceScope scope(GpuFleet fleet, InspectorQuery query) {
        return DeviceScope.of(fleet, query.target(), query.part().orElse(null));
    }

    private DeviceHour hour(GpuFleet fleet, InspectorQuery query, DeviceScope scope) {
        return scope.devices().isEmpty() ? DeviceHour.none(scope.lack())
                : DeviceHour.of(past.get(), checks.get().rules(), scope.devices(), fleet.readings(), query.now());
    }

    private HealthReport health(GpuFleet fleet, InspectorQuery query, DeviceScope scope) {
        var check = checks.get();
        var known = new HealthInput(fleet, alerts.get(), query.noted(), query.now());
        if (scope.chosen().isPresent()) {
            return check.device(scope.devices().getFirst(), known);
        }
        var target = query.target();
        return target.kind().equals("Node")
                ? fleet.snapshot().node(target.name()).map(node -> check.node(node, scope.devices(), known))
                        .orElse(HealthReport.UNKNOWN)
                : fleet.snapshot().pod(target.namespace(), target.name())
                        .map(pod -> check.pod(pod, scope.devices(), known)).orElse(HealthReport.UNKNOWN);
    }
}
