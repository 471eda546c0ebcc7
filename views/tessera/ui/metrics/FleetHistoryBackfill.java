package tessera.ui.metrics;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tessera.flow.LatestValue;
import tessera.metrics.history.ReadableMetricHistory;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.metrics.prometheus.answer.QueryTimeRange;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryStatus;
import tessera.metrics.prometheus.fleet.NodesByExporterTarget;
import tessera.metrics.prometheus.fleet.PrometheusNodeHistoryReader;
import tessera.model.ProblemException;
import tessera.model.reading.DeviceMetric;
import tessera.ui.AppServices;
import tessera.ui.kit.DeviceTrendSource;

/**
 * History of the fleet, with the hour before the cluster was opened from its Prometheus, so that trend lines do not begin with a dot. It is asked once of each node that is looked at. Any thread.
 */
public final class FleetHistoryBackfill implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(FleetHistoryBackfill.class.getName());
    /** Of so many nodes at a time. */
    private static final int PORTION = 16;
    /** A small line has no room for more. */
    private static final Duration STEP = Duration.ofMinutes(2);
    private static final Set<DeviceMetric> METRICS = ChartedGpuMetric.ALL.stream().map(ChartedGpuMetric::metric)
            .collect(Collectors.toUnmodifiableSet());

    private final AppServices desk;
    private final Supplier<Instant> now;
    private final Map<String, ReadableMetricHistory> remembered = new ConcurrentHashMap<>();
    private final Set<String> known = ConcurrentHashMap.newKeySet();
    private final TreeSet<String> wanted = new TreeSet<>();
    private final LatestValue.ObserverRegistration observerRegistration;
    private @Nullable PrometheusClient client;
    private @Nullable Thread asking;

    /** @param now the time; any thread */
    public FleetHistoryBackfill(AppServices desk, Supplier<Instant> now) {
        this.desk = desk;
        this.now = now;
        observerRegistration = desk.prometheusStatus().observe(this::onPrometheus);
        onPrometheus();
    }

    /** Returns the present history; what it lacks is requested. */
    public ReadableMetricHistory history() {
        return new BackfilledMetricHistory(desk.recentHistory(), remembered, this::requestIfNew);
    }

    /** Starts over with another Prometheus, whose history is different. */
    private synchronized void onPrometheus() {
        var newest = desk.prometheusStatus()
                .get() instanceof PrometheusDiscoveryStatus.PrometheusAvailable(_, _, var knowsGpus, var here)
                && knowsGpus
                        ? here
                        : null;
        if (newest != client) {
            client = newest;
            stopQuerying();
            remembered.clear();
            known.clear();
            wanted.clear();
        }
    }

    private void requestIfNew(String node) {
        if (!known.contains(node)) {
            enqueueNode(node);
        }
    }

    private synchronized void enqueueNode(String node) {
        var here = client;
        if (here != null && known.add(node)) {
            wanted.add(node);
            if (asking == null) {
                asking = startQuerying(here);
            }
        }
    }

    private Thread startQuerying(PrometheusClient here) {
        return Thread.ofVirtual().name("remembered hour").start(() -> queryNodes(here));
    }

    private void queryNodes(PrometheusClient here) {
        try {
            for (var nodes = nextNodes(here); !nodes.isEmpty(); nodes = nextNodes(here)) {
                keepHistory(here, nodes,
                        new PrometheusNodeHistoryReader(here).readPast(scrapedNodes(nodes), METRICS, stepRange())
                                .past());
            }
        } catch (ProblemException problemException) {
            // The lines then begin with what is read here.
            LOG.log(Level.DEBUG, problemException.problem().problemText());
            endQuerying(here);
        } catch (InterruptedException left) {
            Thread.currentThread().interrupt();
        }
    }

    private NodesByExporterTarget scrapedNodes(List<String> nodes) {
        return NodesByExporterTarget.of(desk.snapshots().get().nodes()).retainNodes(nodes);
    }

    private QueryTimeRange stepRange() {
        long step = STEP.toSeconds();
        var end = Instant.ofEpochSecond(now.get().getEpochSecond() / step * step);
        return new QueryTimeRange(end.minus(DeviceTrendSource.SPAN), end, STEP);
    }

    /** Returns the nodes to query; empty where there are none, or the Prometheus has changed. */
    private synchronized List<String> nextNodes(PrometheusClient here) {
        if (here != client) {
            return List.of();
        }
        var nodes = wanted.stream().limit(PORTION).toList();
        wanted.removeAll(Set.copyOf(nodes));
        if (nodes.isEmpty()) {
            asking = null;
        }
        return nodes;
    }

    /** Drops the remaining requests, until another one comes. */
    private synchronized void endQuerying(PrometheusClient here) {
        if (here == client) {
            wanted.clear();
            asking = null;
        }
    }

    private synchronized void keepHistory(PrometheusClient here, List<String> nodes, ReadableMetricHistory past) {
        if (here == client) {
            nodes.forEach(node -> remembered.put(node, past));
        }
    }

    private synchronized void stopQuerying() {
        if (asking != null) {
            asking.interrupt();
            asking = null;
        }
    }

    @Override
    public void close() {
        observerRegistration.close();
        stopQuerying();
    }
}
