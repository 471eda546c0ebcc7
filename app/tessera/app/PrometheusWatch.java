package tessera.app;

import java.time.Duration;
import tessera.cluster.kubeconfig.Environment;
import tessera.cluster.monitoring.UserPrometheus;
import tessera.flow.Latest;
import tessera.flow.Wake;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.metrics.prometheus.find.Seeker;
import tessera.metrics.prometheus.find.Standing;
import tessera.metrics.prometheus.find.Surroundings;
import tessera.model.Failure;
import tessera.model.Snapshot;
import tessera.model.SourceHealth;

/**
 * Knows for as long as a cluster is open whether there is a Prometheus for it.
 *
 * <ul>
 * <li><b>Source:</b> what the user named, and otherwise what is found in the cluster once it has been read.
 * <li><b>Pace:</b> until one is found every {@value #MINUTES} minutes, and at once when somebody wants to try again; one
 * that was found is asked so often whether it still answers.
 * <li><b>Errors:</b> are the state. Nothing else waits for it or depends on it.
 * <li><b>Threads:</b> a virtual one of its own.
 * </ul>
 */
final class PrometheusWatch implements AutoCloseable {

    private static final int MINUTES = 2;
    private static final Duration PACE = Duration.ofMinutes(MINUTES);
    /** How long a Prometheus may be silent. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final System.Logger LOG = System.getLogger(PrometheusWatch.class.getName());

    private final Latest<Standing> standing = new Latest<>(new Standing.Sought());
    private final Wake wake = new Wake();
    private final Wake again = new Wake();
    private final Latest<Snapshot> snapshots;
    private final Way way;
    private final Thread thread;
    private final Latest.Observation observation;

    /**
     * The way to a Prometheus.
     *
     * @param close ends it
     */
    record Way(Seeker seeker, Runnable close) {

        /** To the one in a cluster. */
        static Way in(Surroundings surroundings) {
            return new Way(Seeker.in(surroundings, PATIENCE), () -> {});
        }

        /** To the one that the user named. */
        static Way to(PrometheusTerms terms, Environment environment) {
            try {
                var open = UserPrometheus.open(terms.access(), environment);
                return new Way(Seeker.at(terms.name(), open, PATIENCE), open::close);
            } catch (Failure failure) {
                return new Way(() -> new Standing.Refused(terms.name(), failure.problem()), () -> {});
            }
        }
    }

    private PrometheusWatch(Latest<Snapshot> snapshots, Way way) {
        this.snapshots = snapshots;
        this.way = way;
        observation = snapshots.observe(wake::ring);
        thread = Thread.ofVirtual().name("prometheus").unstarted(this::run);
    }

    static PrometheusWatch start(Latest<Snapshot> snapshots, Way way) {
        var watch = new PrometheusWatch(snapshots, way);
        watch.thread.start();
        return watch;
    }

    /** How it stands. */
    Latest<Standing> standing() {
        return standing;
    }

    /** Looks again at once where none was found. */
    void retry() {
        again.ring();
    }

    private void run() {
        try {
            long rings = wake.rings();
            while (snapshots.get().nodeHealth() instanceof SourceHealth.Loading) {
                wake.pause(PACE, rings);
                rings = wake.rings();
            }
            observation.close();
            while (true) {
                long heard = again.rings();
                look();
                again.pause(PACE, heard);
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private void look() throws InterruptedException {
        try {
            if (standing.get() instanceof Standing.Here(_, _, var knowsGpus, var client) && knowsGpus
                    && answers(client)) {
                return;
            }
            var seen = way.seeker().seek();
            if (!same(seen, standing.get())) {
                standing.set(seen);
            }
        } catch (RuntimeException defect) {
            LOG.log(System.Logger.Level.ERROR, "no Prometheus could be looked for", defect);
        }
    }

    private static boolean answers(PrometheusClient client) throws InterruptedException {
        try {
            return !client.instant("vector(1)", null).data().isEmpty();
        } catch (Failure _) {
            return false;
        }
    }

    /** Who answers still is who answered: another client of it is no news. */
    private static boolean same(Standing one, Standing other) {
        if (one instanceof Standing.Here(var name, var version, var knows, _)
                && other instanceof Standing.Here(var before, var known, var knew, _)) {
            return name.equals(before) && version.equals(known) && knows == knew;
        }
        return one.equals(other);
    }

    @Override
    public void close() {
        observation.close();
        thread.interrupt();
        way.close().run();
    }
}
