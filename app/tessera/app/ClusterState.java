package tessera.app;

import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import tessera.alerts.AlertRules;
import tessera.flow.LatestValue;
import tessera.insight.MigSetup;
import tessera.metrics.prometheus.discovery.PrometheusStatus;
import tessera.model.Problem;
import tessera.model.SessionConnection;
import tessera.model.Snapshot;
import tessera.model.reading.FleetReadings;
import tessera.settings.Settings;
import tessera.ui.AlertFeed;

/** What the window is shown of the cluster that is open. Safe for use by several threads. */
final class ClusterState {

    private final Clock clock;
    private final LatestValue<Snapshot> snapshots;
    private final LatestValue<FleetReadings> readings = new LatestValue<>(FleetReadings.nothing());
    private final LatestValue<Map<String, MigSetup>> setups = new LatestValue<>(Map.of());
    private final LatestValue<PrometheusStatus> prometheus = new LatestValue<>(
            new PrometheusStatus.PrometheusSearching());
    private final AlertFeed alarms;
    private volatile String first = "";

    /**
     * Nothing yet.
     *
     * @param rules by which clusters are judged
     */
    ClusterState(Clock clock, Supplier<AlertRules> rules) {
        this.clock = clock;
        alarms = new AlertFeed(rules);
        snapshots = new LatestValue<>(Snapshot.empty(clock.instant()));
    }

    LatestValue<Snapshot> snapshots() {
        return snapshots;
    }

    LatestValue<FleetReadings> readings() {
        return readings;
    }

    LatestValue<Map<String, MigSetup>> setups() {
        return setups;
    }

    LatestValue<PrometheusStatus> prometheus() {
        return prometheus;
    }

    AlertFeed alarms() {
        return alarms;
    }

    /** Turns to another cluster, of which nothing is known yet. */
    void enter(String context) {
        alarms.enter(context);
        first = first.isEmpty() ? context : first;
    }

    /** The Prometheus that is named for a cluster; what the command line names is about the one turned to first. */
    Optional<PrometheusTerms> named(String context, Optional<PrometheusTerms> wished, Settings settings) {
        return wished.filter(_ -> context.equals(first))
                .or(() -> settings.forContext(context).named().map(PrometheusTerms::of));
    }

    /** Shows a cluster as it is now. */
    void show(OpenCluster cluster) {
        snapshots.set(cluster.session().snapshots().get());
        readings.set(cluster.scraping().readings().get());
        alarms.show(cluster.alerts().get());
        showSetups(cluster.setups().get());
        var standing = cluster.prometheus().get();
        if (!standing.equals(prometheus.get())) {
            prometheus.set(standing);
        }
    }

    private void showSetups(Map<String, MigSetup> newest) {
        if (!newest.equals(setups.get())) {
            setups.set(newest);
        }
    }

    /** Shows why there is no cluster yet. */
    void show(SessionConnection connection) {
        snapshots.set(Snapshot.empty(clock.instant()).with(connection));
    }

    /** Shows why there is none at all. */
    void refuse(Problem why) {
        show(new SessionConnection.RefusedConnection(why));
    }

    /** Shows that what names a cluster is gone. */
    void miss(String context) {
        refuse(Problem.of(Problem.ProblemKind.CONFIGURATION,
                "The kubeconfig has no context “%s”".formatted(context)));
    }

    /** Forgets the cluster that was open, except for its objects, which another replaces. */
    void forget() {
        readings.set(FleetReadings.nothing());
        showSetups(Map.of());
        prometheus.set(new PrometheusStatus.PrometheusSearching());
    }
}
