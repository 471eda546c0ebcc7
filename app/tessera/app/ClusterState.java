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

/** Observable state of the open cluster: connection, snapshot, readings. Safe for use by several threads. */
final class ClusterState {

    private final Clock clock;
    private final LatestValue<Snapshot> snapshots;
    private final LatestValue<FleetReadings> readings = new LatestValue<>(FleetReadings.emptyReadings());
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

    AlertFeed alertFeed() {
        return alarms;
    }

    /** Switches to another cluster, of which nothing is known yet. */
    void enter(String context) {
        alarms.switchCluster(context);
        first = first.isEmpty() ? context : first;
    }

    /** Returns the Prometheus named for a cluster; the command line's applies to the first cluster only. */
    Optional<PrometheusTerms> prometheusFor(String context, Optional<PrometheusTerms> wished, Settings settings) {
        return wished.filter(_ -> context.equals(first))
                .or(() -> settings.forContext(context).configuredPrometheus().map(PrometheusTerms::fromSettings));
    }

    /** Shows the current state of a cluster. */
    void show(OpenCluster cluster) {
        snapshots.set(cluster.session().snapshots().get());
        readings.set(cluster.scraper().readings().get());
        alarms.publish(cluster.alerts().get());
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

    /** Shows the reason why there is no connection yet. */
    void show(SessionConnection connection) {
        snapshots.set(Snapshot.empty(clock.instant()).withConnection(connection));
    }

    /** Shows the reason why there is no cluster at all. */
    void showProblem(Problem problem) {
        show(new SessionConnection.RefusedConnection(problem));
    }

    /** Shows that the context is gone from the kubeconfig. */
    void showMissing(String context) {
        showProblem(Problem.of(Problem.ProblemKind.CONFIGURATION,
                "The kubeconfig has no context “%s”".formatted(context)));
    }

    /** Clears the state of the cluster that was open, except its objects, which the next one replaces. */
    void forget() {
        readings.set(FleetReadings.emptyReadings());
        showSetups(Map.of());
        prometheus.set(new PrometheusStatus.PrometheusSearching());
    }
}
