package tessera.app.wiring;

import java.time.Clock;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tessera.flow.LatestValue;
import tessera.flow.ThreadWakeSignal;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryStatus;
import tessera.metrics.prometheus.fleet.NodesByExporterTarget;
import tessera.metrics.prometheus.fleet.PrometheusFleetReader;
import tessera.metrics.prometheus.fleet.PrometheusFleetReader.FleetReadingsRequest;
import tessera.metrics.scrape.ExporterScraper;
import tessera.model.ClusterSnapshot;
import tessera.model.ProblemException;
import tessera.model.reading.NodeReadings;

/**
 * Reads the whole fleet from the cluster's Prometheus, so that not every exporter has to be scraped.
 *
 * <ul>
 * <li><b>Source:</b> the Prometheus that is here, if it knows of GPUs.
 * <li><b>Pace:</b> every {@value #SECONDS} seconds, and less often where it takes long to answer.
 * <li><b>Errors:</b> are told at once, so that exporters are read again; what was told before keeps its age.
 * <li><b>Threads:</b> a virtual one of its own.
 * </ul>
 */
final class FleetPrometheusPoller implements AutoCloseable {

    private static final int SECONDS = 30;
    private static final Duration PACE = Duration.ofSeconds(SECONDS);
    /**
     * Exporters are read once in any case, and commands that end before have no use for a second voice. Where a node has no
     * exporter it is the first one.
     */
    private static final Duration FIRST = Duration.ofSeconds(4);
    private static final Duration MOMENT = Duration.ofMillis(200);
    /** How often exporters gather. */
    private static final Duration GATHERED = Duration.ofSeconds(30);
    /** How often a Prometheus reads them. */
    private static final Duration READ = Duration.ofSeconds(15);
    /** How many times as long as it was at work for one window a Prometheus has peace from it, but not for ever. */
    private static final int PART = 8;
    private static final Duration LONGEST = Duration.ofMinutes(1);
    private static final int MOST_DOUBLINGS = 3;
    private static final System.Logger LOG = System.getLogger(FleetPrometheusPoller.class.getName());

    private final LatestValue<ClusterSnapshot> snapshots;
    private final LatestValue<PrometheusDiscoveryStatus> discoveryState;
    private final ExporterScraper scraping;
    private final Clock clock;
    private final ThreadWakeSignal wake = new ThreadWakeSignal();
    private final LatestValue.ObserverRegistration observerRegistration;
    private final Thread thread;
    private Duration lastDuration = PACE;
    private boolean speaking;
    private int failures;
    private @Nullable PrometheusClient prometheusClient;
    private @Nullable PrometheusFleetReader fleet;

    private FleetPrometheusPoller(LatestValue<ClusterSnapshot> snapshots,
            LatestValue<PrometheusDiscoveryStatus> discoveryState, ExporterScraper scraping, Clock clock) {
        this.snapshots = snapshots;
        this.discoveryState = discoveryState;
        this.scraping = scraping;
        this.clock = clock;
        observerRegistration = discoveryState.observe(wake::ring);
        thread = Thread.ofVirtual().name("prometheus fleet").unstarted(this::run);
    }

    /** @param scraping hears what is told */
    static FleetPrometheusPoller start(LatestValue<ClusterSnapshot> snapshots,
            LatestValue<PrometheusDiscoveryStatus> discoveryState, ExporterScraper scraping, Clock clock) {
        var watch = new FleetPrometheusPoller(snapshots, discoveryState, scraping, clock);
        scraping.expect(true);
        watch.thread.start();
        return watch;
    }

    private void run() {
        try {
            begin();
            while (true) {
                long heard = wake.ringCount();
                long begun = System.nanoTime();
                readOnce();
                scraping.expect(false);
                var busy = Duration.ofNanos(System.nanoTime() - begun);
                // Whoever failed is asked less and less often.
                var pace = PACE.multipliedBy(1L << Math.min(failures, MOST_DOUBLINGS));
                var rest = Collections.min(List.of(busy.multipliedBy(PART), LONGEST));
                wake.pause(Collections.max(List.of(pace, rest)), heard);
                lastDuration = Collections.min(List.of(Duration.ofNanos(System.nanoTime() - begun), LONGEST));
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private void begin() throws InterruptedException {
        long end = System.nanoTime() + FIRST.toNanos();
        while (System.nanoTime() < end && !(knowing() && scraping.lacking())) {
            if (!knowing() && !(discoveryState.get() instanceof PrometheusDiscoveryStatus.PrometheusSearching)) {
                scraping.expect(false);
            }
            Thread.sleep(MOMENT);
        }
    }

    private boolean knowing() {
        return discoveryState.get() instanceof PrometheusDiscoveryStatus.PrometheusAvailable prometheus
                && prometheus.knowsGpus();
    }

    private void readOnce() throws InterruptedException {
        if (discoveryState
                .get() instanceof PrometheusDiscoveryStatus.PrometheusAvailable(var name, _, var knowsGpus, var client)
                && knowsGpus) {
            readFleet(name, client);
        } else {
            stopPassing();
        }
    }

    private void readFleet(String name, PrometheusClient client) throws InterruptedException {
        var nodes = NodesByExporterTarget.of(snapshots.get().nodes());
        // Exporters rest while what is told is no older than five thirds of this: not less than it waits at all three stations.
        var interval = GATHERED.plus(Collections.max(List.of(lastDuration, PACE))).minus(READ);
        try {
            fleetReader(client).read(new FleetReadingsRequest(name, nodes, interval), this::passReadings);
            failures = 0;
        } catch (ProblemException problemException) {
            LOG.log(System.Logger.Level.DEBUG, problemException.problem().problemText());
            failures++;
            stopPassing();
        } catch (RuntimeException defect) {
            LOG.log(System.Logger.Level.ERROR, "unread fleet", defect);
            failures++;
            stopPassing();
        }
    }

    private PrometheusFleetReader fleetReader(PrometheusClient client) {
        var before = fleet;
        if (before != null && client == prometheusClient) {
            return before;
        }
        prometheusClient = client;
        var anew = new PrometheusFleetReader(client, clock);
        fleet = anew;
        return anew;
    }

    private void passReadings(Map<String, NodeReadings> told) {
        speaking = true;
        scraping.acceptForeignReadings(told);
    }

    private void stopPassing() {
        if (speaking) {
            speaking = false;
            scraping.endForeignReadings();
        }
    }

    @Override
    public void close() {
        observerRegistration.close();
        thread.interrupt();
    }
}
