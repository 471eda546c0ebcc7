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
import tessera.metrics.history.HistoryView;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.metrics.prometheus.answer.StepRange;
import tessera.metrics.prometheus.discovery.PrometheusStatus;
import tessera.metrics.prometheus.fleet.PastFromPrometheus;
import tessera.metrics.prometheus.fleet.ScrapedNodes;
import tessera.model.Failure;
import tessera.model.reading.Metric;
import tessera.ui.AppServices;
import tessera.ui.kit.TrendSource;

/**
 * What was measured of the fleet, and of the hour before the cluster was opened what its Prometheus remembers, so that small lines
 * do not begin with a dot. It is asked once of each node that is looked at. Any thread.
 */
public final class RememberedHour implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(RememberedHour.class.getName());
    /** Of so many nodes at a time. */
    private static final int PORTION = 16;
    /** A small line has no room for more. */
    private static final Duration STEP = Duration.ofMinutes(2);
    private static final Set<Metric> METRICS = ChartQuantity.ALL.stream().map(ChartQuantity::metric)
            .collect(Collectors.toUnmodifiableSet());

    private final AppServices desk;
    private final Supplier<Instant> now;
    private final Map<String, HistoryView> remembered = new ConcurrentHashMap<>();
    private final Set<String> known = ConcurrentHashMap.newKeySet();
    private final TreeSet<String> wanted = new TreeSet<>();
    private final LatestValue.Observation observation;
    private @Nullable PrometheusClient client;
    private @Nullable Thread asking;

    /** @param now the time; any thread */
    public RememberedHour(AppServices desk, Supplier<Instant> now) {
        this.desk = desk;
        this.now = now;
        observation = desk.prometheus().observe(this::follow);
        follow();
    }

    /** What is known now; what it lacks is asked for. */
    public HistoryView past() {
        return new FilledPast(desk.past(), remembered, this::want);
    }

    /** What one remembers is not what another does. */
    private synchronized void follow() {
        var newest = desk.prometheus()
                .get() instanceof PrometheusStatus.PrometheusAvailable(_, _, var knowsGpus, var here) && knowsGpus
                        ? here
                        : null;
        if (newest != client) {
            client = newest;
            leave();
            remembered.clear();
            known.clear();
            wanted.clear();
        }
    }

    private void want(String node) {
        if (!known.contains(node)) {
            wish(node);
        }
    }

    private synchronized void wish(String node) {
        var here = client;
        if (here != null && known.add(node)) {
            wanted.add(node);
            if (asking == null) {
                asking = asking(here);
            }
        }
    }

    private Thread asking(PrometheusClient here) {
        return Thread.ofVirtual().name("remembered hour").start(() -> ask(here));
    }

    private void ask(PrometheusClient here) {
        try {
            for (var nodes = next(here); !nodes.isEmpty(); nodes = next(here)) {
                keep(here, nodes, new PastFromPrometheus(here).read(scraped(nodes), METRICS, span()).past());
            }
        } catch (Failure failure) {
            // The lines then begin with what is read here.
            LOG.log(Level.DEBUG, failure.problem().sentence());
            end(here);
        } catch (InterruptedException left) {
            Thread.currentThread().interrupt();
        }
    }

    private ScrapedNodes scraped(List<String> nodes) {
        return ScrapedNodes.of(desk.snapshots().get().nodes()).only(nodes);
    }

    private StepRange span() {
        long step = STEP.toSeconds();
        var end = Instant.ofEpochSecond(now.get().getEpochSecond() / step * step);
        return new StepRange(end.minus(TrendSource.SPAN), end, STEP);
    }

    /** The nodes to ask for; none where there are none, or nobody waits any more. */
    private synchronized List<String> next(PrometheusClient here) {
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

    /** What was wanted beside is not asked for, and no more of it is before something else is. */
    private synchronized void end(PrometheusClient here) {
        if (here == client) {
            wanted.clear();
            asking = null;
        }
    }

    private synchronized void keep(PrometheusClient here, List<String> nodes, HistoryView past) {
        if (here == client) {
            nodes.forEach(node -> remembered.put(node, past));
        }
    }

    private synchronized void leave() {
        if (asking != null) {
            asking.interrupt();
            asking = null;
        }
    }

    @Override
    public void close() {
        observation.close();
        leave();
    }
}
