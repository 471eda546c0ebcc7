package tessera.ui.metrics;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tessera.flow.LatestValue;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.metrics.history.FixedStepSeries;
import tessera.metrics.history.FleetMetric;
import tessera.metrics.history.ReadableMetricHistory;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.metrics.prometheus.answer.QueryTimeRange;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryStatus;
import tessera.metrics.prometheus.fleet.NodesByExporterTarget;
import tessera.metrics.prometheus.fleet.PrometheusNodeHistoryReader;
import tessera.model.ProblemException;
import tessera.model.reading.DeviceMetric;
import tessera.ui.DeviceHistorySource;
import tessera.ui.kit.DeviceTrendSource;

/**
 * History of the fleet, with the hour before the cluster was opened from its Prometheus, so that trend lines do not begin with a dot. It is asked once of each node that is looked at. Any thread.
 */
public final class FleetMetricHistoryBackfill implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(FleetMetricHistoryBackfill.class.getName());
    /** Of so many nodes at a time. */
    private static final int PORTION = 16;
    /** A small line has no room for more. */
    private static final Duration STEP = Duration.ofMinutes(2);
    private static final Set<DeviceMetric> METRICS = ChartedGpuMetric.ALL.stream().map(ChartedGpuMetric::metric)
            .collect(Collectors.toUnmodifiableSet());

    private final DeviceHistorySource services;
    private final Supplier<Instant> now;
    private final Map<String, ReadableMetricHistory> historyByNode = new ConcurrentHashMap<>();
    private final Set<String> requestedNodes = ConcurrentHashMap.newKeySet();
    private final TreeSet<String> pendingNodes = new TreeSet<>();
    private final LatestValue.ObserverRegistration observerRegistration;
    private @Nullable PrometheusClient client;
    private @Nullable Thread queryThread;

    /** @param now the time; any thread */
    public FleetMetricHistoryBackfill(DeviceHistorySource services, Supplier<Instant> now) {
        this.services = services;
        this.now = now;
        observerRegistration = services.prometheusStatus().observe(this::onPrometheus);
        onPrometheus();
    }

    /** Returns the present history; what it lacks is requested. */
    public ReadableMetricHistory history() {
        return new BackfilledMetricHistory(services.recentHistory(), historyByNode, this::requestIfNew);
    }

    /** Starts over with another Prometheus, whose history is different. */
    private synchronized void onPrometheus() {
        var latestPrometheusClient = services.prometheusStatus()
                .get() instanceof PrometheusDiscoveryStatus.PrometheusAvailable(_, _, var knowsGpus, var here)
                && knowsGpus ? here : null;
        if (latestPrometheusClient != client) {
            client = latestPrometheusClient;
            stopQuerying();
            historyByNode.clear();
            requestedNodes.clear();
            pendingNodes.clear();
        }
    }

    private void requestIfNew(String node) {
        if (!requestedNodes.contains(node)) {
            enqueueNode(node);
        }
    }

    private synchronized void enqueueNode(String node) {
        var here = client;
        if (here != null && requestedNodes.add(node)) {
            pendingNodes.add(node);
            if (queryThread == null) {
                queryThread = startQuerying(here);
            }
        }
    }

    private Thread startQuerying(PrometheusClient here) {
        return Thread.ofVirtual().name("remembered hour").start(() -> queryNodes(here));
    }

    private void queryNodes(PrometheusClient here) {
        try {
            for (var nodes = nextNodes(here); !nodes.isEmpty(); nodes = nextNodes(here)) {
                keepHistory(here, nodes, new PrometheusNodeHistoryReader(here)
                        .readPast(scrapedNodes(nodes), METRICS, stepRange()).history());
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
        return NodesByExporterTarget.of(services.snapshots().get().nodes()).retainNodes(nodes);
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
        var nodes = pendingNodes.stream().limit(PORTION).toList();
        pendingNodes.removeAll(Set.copyOf(nodes));
        if (nodes.isEmpty()) {
            queryThread = null;
        }
        return nodes;
    }

    /** Drops the remaining requests, until another one comes. */
    private synchronized void endQuerying(PrometheusClient here) {
        if (here == client) {
            pendingNodes.clear();
            queryThread = null;
        }
    }

    private synchronized void keepHistory(PrometheusClient here, List<String> nodes, ReadableMetricHistory history) {
        if (here == client) {
            nodes.forEach(node -> historyByNode.put(node, history));
        }
    }

    private synchronized void stopQuerying() {
        if (queryThread != null) {
            queryThread.interrupt();
            queryThread = null;
        }
    }

    @Override
    public void close() {
        observerRegistration.close();
        stopQuerying();
    }

    /**
     * Local history, with a remote one before it.
     *
     * @param remoteByNode by node; in steps of any length
     * @param requestNode   told of a node of which something was asked that is known neither here nor there
     */
    private record BackfilledMetricHistory(ReadableMetricHistory local, Map<String, ReadableMetricHistory> remoteByNode,
            Consumer<String> requestNode) implements ReadableMetricHistory {

        @Override
        public Set<DeviceSeriesKey> devices() {
            var all = new HashSet<>(local.devices());
            remoteByNode.values().forEach(history -> all.addAll(history.devices()));
            return all;
        }

        @Override
        public FixedStepSeries series(DeviceSeriesKey device, DeviceMetric deviceMetric, Instant from, Instant to) {
            var read = local.series(device, deviceMetric, from, to);
            if (read.size() == 0 || !Float.isNaN(read.valueAt(0))) {
                return read;
            }
            var history = remoteByNode.get(device.node());
            if (history == null) {
                requestNode.accept(device.node());
                return read;
            }
            var other = history.series(device, deviceMetric, from, to);
            var values = read.values();
            long step = other.step().toMillis();
            for (int position = 0; position < values.length && Float.isNaN(values[position]); position++) {
                long at = Math.floorDiv(read.timeAt(position).toEpochMilli() - other.startTime().toEpochMilli(), step);
                values[position] = at >= 0 && at < other.size() ? other.valueAt((int) at) : Float.NaN;
            }
            return new FixedStepSeries(read.startTime(), read.step(), values);
        }

        @Override
        public FixedStepSeries fleetSeries(FleetMetric measure, Instant from, Instant to) {
            return local.fleetSeries(measure, from, to);
        }
    }
}
