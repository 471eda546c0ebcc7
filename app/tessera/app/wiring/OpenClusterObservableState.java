package tessera.app.wiring;

import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import tessera.alerts.AlertRules;
import tessera.flow.LatestValue;
import tessera.gpu.MigConfigWithSource;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryStatus;
import tessera.model.ClusterSnapshot;
import tessera.model.Problem;
import tessera.model.SessionConnectionStatus;
import tessera.model.reading.FleetReadings;
import tessera.settings.UserSettings;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;
import tessera.ui.ClusterAlertFeed;

/** Observable state of the open cluster: connection, snapshot, readings. Safe for use by several threads. */
final class OpenClusterObservableState {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(OpenClusterObservableState.class);

    private final Clock clock;
    private final LatestValue<ClusterSnapshot> snapshots;
    private final LatestValue<FleetReadings> readings = new LatestValue<>(FleetReadings.emptyReadings());
    private final LatestValue<Map<String, MigConfigWithSource>> setups = new LatestValue<>(Map.of());
    private final LatestValue<PrometheusDiscoveryStatus> prometheus = new LatestValue<>(
            new PrometheusDiscoveryStatus.PrometheusSearching());
    private final ClusterAlertFeed alertFeed;
    private volatile String first = "";

    /**
     * Nothing yet.
     *
     * @param rules by which clusters are judged
     */
    OpenClusterObservableState(Clock clock, Supplier<AlertRules> rules) {
        this.clock = clock;
        alertFeed = new ClusterAlertFeed(rules);
        snapshots = new LatestValue<>(ClusterSnapshot.empty(clock.instant()));
    }

    LatestValue<ClusterSnapshot> snapshots() {
        return snapshots;
    }

    LatestValue<FleetReadings> readings() {
        return readings;
    }

    LatestValue<Map<String, MigConfigWithSource>> setups() {
        return setups;
    }

    LatestValue<PrometheusDiscoveryStatus> prometheus() {
        return prometheus;
    }

    ClusterAlertFeed alertFeed() {
        return alertFeed;
    }

    /** Switches to another cluster, of which nothing is known yet. */
    void enter(String context) {
        alertFeed.switchCluster(context);
        first = OptionalText.orElse(first, context);
    }

    /** Returns the Prometheus named for a cluster; the command line's applies to the first cluster only. */
    Optional<PrometheusConnectionSettings> prometheusFor(String context, Optional<PrometheusConnectionSettings> wished,
            UserSettings settings) {
        return wished.filter(_ -> context.equals(first)).or(() -> settings.forContext(context).configuredPrometheus()
                .map(PrometheusConnectionSettings::fromSettings));
    }

    /** Shows the current state of a cluster. */
    void show(OpenClusterSession cluster) {
        snapshots.set(cluster.session().snapshots().get());
        readings.set(cluster.scraper().readings().get());
        alertFeed.publish(cluster.alerts().get());
        showSetups(cluster.setups().get());
        var discoveryStatus = cluster.prometheus().get();
        if (!discoveryStatus.equals(prometheus.get())) {
            prometheus.set(discoveryStatus);
        }
    }

    private void showSetups(Map<String, MigConfigWithSource> newest) {
        if (!newest.equals(setups.get())) {
            setups.set(newest);
        }
    }

    /** Shows the reason why there is no connection yet. */
    void show(SessionConnectionStatus connection) {
        snapshots.set(ClusterSnapshot.empty(clock.instant()).withConnection(connection));
    }

    /** Shows the reason why there is no cluster at all. */
    void showProblem(Problem problem) {
        show(new SessionConnectionStatus.RefusedConnection(problem));
    }

    /** Shows that the context is gone from the kubeconfig. */
    void showMissing(String context) {
        showProblem(
                Problem.of(Problem.OperationProblemKind.CONFIGURATION, MESSAGES.reason("context.missing", context)));
    }

    /** Clears the state of the cluster that was open, except its objects, which the next one replaces. */
    void forget() {
        readings.set(FleetReadings.emptyReadings());
        showSetups(Map.of());
        prometheus.set(new PrometheusDiscoveryStatus.PrometheusSearching());
    }
}
