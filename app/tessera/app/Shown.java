package tessera.app;

import java.time.Clock;
import java.util.Optional;
import java.util.function.Supplier;
import tessera.alerts.AlertRules;
import tessera.flow.Latest;
import tessera.metrics.prometheus.find.Standing;
import tessera.model.Connection;
import tessera.model.Problem;
import tessera.model.Snapshot;
import tessera.model.reading.Readings;
import tessera.settings.Settings;
import tessera.ui.Alarms;

/** What the window is shown of the cluster that is open. Safe for use by several threads. */
final class Shown {

    private final Clock clock;
    private final Latest<Snapshot> snapshots;
    private final Latest<Readings> readings = new Latest<>(Readings.nothing());
    private final Latest<Standing> prometheus = new Latest<>(new Standing.Sought());
    private final Alarms alarms;
    private volatile String first = "";

    /**
     * Nothing yet.
     *
     * @param rules by which clusters are judged
     */
    Shown(Clock clock, Supplier<AlertRules> rules) {
        this.clock = clock;
        alarms = new Alarms(rules);
        snapshots = new Latest<>(Snapshot.empty(clock.instant()));
    }

    Latest<Snapshot> snapshots() {
        return snapshots;
    }

    Latest<Readings> readings() {
        return readings;
    }

    Latest<Standing> prometheus() {
        return prometheus;
    }

    Alarms alarms() {
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
        var standing = cluster.prometheus().get();
        if (!standing.equals(prometheus.get())) {
            prometheus.set(standing);
        }
    }

    /** Shows why there is no cluster yet. */
    void show(Connection connection) {
        snapshots.set(Snapshot.empty(clock.instant()).with(connection));
    }

    /** Shows why there is none at all. */
    void refuse(Problem why) {
        show(new Connection.Refused(why));
    }

    /** Shows that what names a cluster is gone. */
    void miss(String context) {
        refuse(Problem.of(Problem.Kind.CONFIGURATION,
                "The kubeconfig has no context “%s”".formatted(context)));
    }

    /** Forgets the cluster that was open, except for its objects, which another replaces. */
    void forget() {
        readings.set(Readings.nothing());
        prometheus.set(new Standing.Sought());
    }
}
