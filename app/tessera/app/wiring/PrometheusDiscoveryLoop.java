package tessera.app.wiring;

import java.time.Duration;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.cluster.monitoring.ConfiguredPrometheusClient;
import tessera.flow.LatestValue;
import tessera.flow.ThreadWakeSignal;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryClient;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryStatus;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryStatusSource;
import tessera.model.ClusterSnapshot;
import tessera.model.ProblemException;
import tessera.model.SnapshotCollectionHealth;

/**
 * Looks for a Prometheus for as long as a cluster is open.
 *
 * <ul>
 * <li><b>Source:</b> what the user named, and otherwise what is found in the cluster once it has been read.
 * <li><b>Pace:</b> until one is found every {@value #MINUTES} minutes, and at once when somebody wants to try again; one
 * that was found is asked so often whether it still answers.
 * <li><b>Errors:</b> are the state. Nothing else waits for it or depends on it.
 * <li><b>Threads:</b> a virtual one of its own.
 * </ul>
 */
final class PrometheusDiscoveryLoop implements AutoCloseable {

    private static final int MINUTES = 2;
    private static final Duration PACE = Duration.ofMinutes(MINUTES);
    /** How long a Prometheus may be silent. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final System.Logger LOG = System.getLogger(PrometheusDiscoveryLoop.class.getName());

    private final LatestValue<PrometheusDiscoveryStatus> discoveryState = new LatestValue<>(
            new PrometheusDiscoveryStatus.PrometheusSearching());
    private final ThreadWakeSignal wake = new ThreadWakeSignal();
    private final ThreadWakeSignal again = new ThreadWakeSignal();
    private final LatestValue<ClusterSnapshot> snapshots;
    private final ClosablePrometheusLocator way;
    private final Thread thread;
    private final LatestValue.ObserverRegistration observerRegistration;

    /**
     * The way to find and reach a Prometheus.
     *
     * @param onClose ends it
     */
    record ClosablePrometheusLocator(PrometheusDiscoveryStatusSource seeker, Runnable onClose) {

        /** Returns the route to one in the cluster. */
        static ClosablePrometheusLocator inCluster(PrometheusDiscoveryClient surroundings) {
            return new ClosablePrometheusLocator(PrometheusDiscoveryStatusSource.inCluster(surroundings, PATIENCE),
                    () -> {});
        }

        /** Returns the route to the one that the user named. */
        static ClosablePrometheusLocator toServer(PrometheusConnectionSettings settings,
                ProcessEnvironment environment) {
            try {
                var open = ConfiguredPrometheusClient.open(settings.readAccess(), environment);
                return new ClosablePrometheusLocator(
                        PrometheusDiscoveryStatusSource.atEndpoint(settings.displayName(), open, PATIENCE),
                        open::close);
            } catch (ProblemException problemException) {
                return new ClosablePrometheusLocator(() -> new PrometheusDiscoveryStatus.PrometheusForbidden(
                        settings.displayName(), problemException.problem()), () -> {});
            }
        }
    }

    private PrometheusDiscoveryLoop(LatestValue<ClusterSnapshot> snapshots, ClosablePrometheusLocator way) {
        this.snapshots = snapshots;
        this.way = way;
        observerRegistration = snapshots.observe(wake::ring);
        thread = Thread.ofVirtual().name("prometheus").unstarted(this::run);
    }

    static PrometheusDiscoveryLoop start(LatestValue<ClusterSnapshot> snapshots, ClosablePrometheusLocator way) {
        var watch = new PrometheusDiscoveryLoop(snapshots, way);
        watch.thread.start();
        return watch;
    }

    /** Returns the status of the Prometheus of this cluster. */
    LatestValue<PrometheusDiscoveryStatus> status() {
        return discoveryState;
    }

    /** Looks again at once where none was found. */
    void retry() {
        again.ring();
    }

    private void run() {
        try {
            long rings = wake.ringCount();
            while (snapshots.get().nodeHealth() instanceof SnapshotCollectionHealth.LoadingCollection) {
                wake.pause(PACE, rings);
                rings = wake.ringCount();
            }
            observerRegistration.close();
            while (true) {
                long heard = again.ringCount();
                seekOnce();
                again.pause(PACE, heard);
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private void seekOnce() throws InterruptedException {
        try {
            if (discoveryState
                    .get() instanceof PrometheusDiscoveryStatus.PrometheusAvailable(_, _, var knowsGpus, var client)
                    && knowsGpus && isAnswering(client)) {
                return;
            }
            var discoveryStatus = way.seeker().locate();
            if (!isSameServer(discoveryStatus, discoveryState.get())) {
                discoveryState.set(discoveryStatus);
            }
        } catch (RuntimeException defect) {
            LOG.log(System.Logger.Level.ERROR, "discovery failed", defect);
        }
    }

    private static boolean isAnswering(PrometheusClient client) throws InterruptedException {
        try {
            return !client.queryInstant("vector(1)", null).data().isEmpty();
        } catch (ProblemException _) {
            return false;
        }
    }

    /** Returns whether two results name the same server: another client of it is no change. */
    private static boolean isSameServer(PrometheusDiscoveryStatus one, PrometheusDiscoveryStatus other) {
        if (one instanceof PrometheusDiscoveryStatus.PrometheusAvailable(var name, var version, var knows, _)
                && other instanceof PrometheusDiscoveryStatus.PrometheusAvailable(var before, var known, var knew, _)) {
            return name.equals(before) && version.equals(known) && knows == knew;
        }
        return one.equals(other);
    }

    @Override
    public void close() {
        observerRegistration.close();
        thread.interrupt();
        way.onClose().run();
    }
}
