package tessera.metrics.scrape;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tessera.flow.LatestValue;
import tessera.flow.ThreadWakeSignal;
import tessera.metrics.scrape.ExporterClient.MetricsPageParser;
import tessera.model.ClusterSnapshot;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.SessionConnectionStatus;
import tessera.model.SnapshotCollectionHealth;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.NodeReadings;

/**
 * Reads the exporters of a cluster and keeps their readings current.
 *
 * <ul>
 *   <li><b>Source:</b> the exporters among the pods of the snapshots, each read at its own pace.
 *       Nodes of which somebody else tells all of it are only read while they are looked at.
 *   <li><b>Shape:</b> {@link FleetReadings}, a few times a second at most; ratios 0 to 1, bytes, °C, W.
 *   <li><b>Errors:</b> are told per node in {@link NodeReadings#problem()}; what was read before stays, with its age.
 *   <li><b>Threads:</b> as many virtual threads as readings may be under way, one that tells when the next is due, and
 *       one that puts the readings together.
 * </ul>
 */
public final class ExporterScraper implements AutoCloseable {

    private static final Duration COALESCED = Duration.ofMillis(300);
    private static final System.Logger LOG = System.getLogger(ExporterScraper.class.getName());
    private static final Duration LONG = Duration.ofSeconds(10);
    /** Who rests is to be woken before what is told instead is old. */
    private static final Duration SHORT = Duration.ofSeconds(3);

    private final LatestValue<ClusterSnapshot> snapshots;
    private final ExporterScrapeSettings settings;
    private final LatestValue<FleetReadings> readings = new LatestValue<>(FleetReadings.emptyReadings());
    private final Map<String, ExporterScrapeResult> outcomes = new ConcurrentHashMap<>();
    private final Map<String, ExporterScrapeLoop> loops = new ConcurrentHashMap<>();
    private final ExporterFinder finder = new ExporterFinder();
    private final ThreadWakeSignal wakeSignal = new ThreadWakeSignal();
    private final ScrapeLimiter lanes;
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1,
            Thread.ofVirtual().name("exporters' turns").factory());
    private final ExporterScrapeLoop.ExporterLoopDependencies means;
    private final LatestValue.ObserverRegistration observerRegistration;
    private final Thread thread;
    private Map<String, List<ExporterPod>> podsByNode = Map.of();
    private volatile Duration interval;
    private volatile boolean contact;
    private volatile boolean reading;
    private volatile Set<String> spared = Set.of();
    private final PrometheusNodeReadingsCache secondHand = new PrometheusNodeReadingsCache();
    /** Whether somebody else is to tell of nodes that have no exporter, and has not yet. */
    private volatile boolean expecting;
    private volatile boolean lacking;
    private boolean defective;

    private ExporterScraper(LatestValue<ClusterSnapshot> snapshots, ExporterClient exporters,
            MetricsPageParser<ExporterDeviceReadings> page, ExporterScrapeSettings settings) {
        this.snapshots = snapshots;
        this.settings = settings;
        interval = settings.interval();
        timer.setRemoveOnCancelPolicy(true);
        lanes = new ScrapeLimiter(settings.maxConcurrent());
        means = new ExporterScrapeLoop.ExporterLoopDependencies(exporters, page, settings, () -> interval, lanes,
                () -> contact, timer, this::acceptOutcome, exporter -> spared.contains(exporter.node()));
        observerRegistration = snapshots.observe(wakeSignal::ring);
        thread = Thread.ofVirtual().name("scraping").unstarted(this::publishLoop);
    }

    /**
     * Starts to read exporters and returns at once.
     *
     * @param page reads a page; safe for use by several threads
     */
    public static ExporterScraper start(LatestValue<ClusterSnapshot> snapshots, ExporterClient exporters,
            MetricsPageParser<ExporterDeviceReadings> page, ExporterScrapeSettings settings) {
        var scraping = startIdle(snapshots, exporters, page, settings);
        scraping.beginReading();
        return scraping;
    }

    /** Starts without asking an exporter before {@link #beginReading}, for what may never need readings. */
    public static ExporterScraper startIdle(LatestValue<ClusterSnapshot> snapshots, ExporterClient exporters,
            MetricsPageParser<ExporterDeviceReadings> page, ExporterScrapeSettings settings) {
        var scraping = new ExporterScraper(snapshots, exporters, page, settings);
        scraping.thread.start();
        return scraping;
    }

    /** Begins to read the exporters; does nothing where that has begun. */
    public void beginReading() {
        reading = true;
        wakeSignal.ring();
    }

    public LatestValue<FleetReadings> readings() {
        return readings;
    }

    /** Accepts readings of some nodes from another source. Their exporters rest while that is recent and has all they would say. */
    public void acceptForeignReadings(Map<String, NodeReadings> told) {
        secondHand.acceptReadings(told, readings.get());
        wakeSignal.ring();
    }

    /** Whether somebody else is about to tell of nodes: until then nothing is told of those that have no exporter. */
    public void expect(boolean somebody) {
        expecting = somebody;
        wakeSignal.ring();
    }

    /** Whether there are nodes of which nothing is told before somebody else does. */
    public boolean lacking() {
        return lacking;
    }

    /** Ends the readings of another source: paused exporters are read again at once. */
    public void endForeignReadings() {
        secondHand.endReadings();
        wakeSignal.ring();
    }

    /** Reads the exporters of these nodes whatever another source reports, and drops the nodes watched before. */
    public void watchNodes(Set<String> nodes) {
        secondHand.watchNodes(nodes);
        wakeSignal.ring();
    }

    /** Retries at once the exporters that are paused after failures. */
    public void retry() {
        loops.values().forEach(ExporterScrapeLoop::shortenPause);
    }

    @Override
    public void close() {
        observerRegistration.close();
        thread.interrupt();
    }

    private void acceptOutcome(ExporterScrapeResult outcome) {
        outcomes.computeIfPresent(outcome.exporter().key(), (key, before) -> outcome);
        wakeSignal.ring();
    }

    private void publishLoop() {
        ClusterSnapshot snapshot = null;
        try {
            while (true) {
                long heard = wakeSignal.ringCount();
                var clusterSnapshot = snapshots.get();
                boolean other = snapshot == null || !clusterSnapshot.nodes().equals(snapshot.nodes())
                        || clusterSnapshot.podVisibility() != snapshot.podVisibility();
                if (reading && other
                        && !(clusterSnapshot.podHealth() instanceof SnapshotCollectionHealth.LoadingCollection)) {
                    updateLoops(clusterSnapshot);
                    snapshot = clusterSnapshot;
                }
                updateContact(clusterSnapshot);
                publish();
                wakeSignal.pause(spared.isEmpty() ? LONG : SHORT, heard);
                Thread.sleep(COALESCED);
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        } finally {
            loops.values().forEach(ExporterScrapeLoop::stop);
            timer.shutdownNow();
            lanes.close();
        }
    }

    /** Updates the contact with the cluster; failures while it was out of reach do not count against exporters. */
    private void updateContact(ClusterSnapshot clusterSnapshot) {
        boolean now = clusterSnapshot.connection() instanceof SessionConnectionStatus.LiveConnection;
        if (now && !contact) {
            retry();
        }
        contact = now;
    }

    /** Publishes the readings; a defect in a listener must not stop them, as old ones would look recent for ever. */
    private void publish() {
        try {
            var before = readings.get();
            var now = gatherReadings();
            boolean other = !now.nodes().equals(before.nodes()) || !Objects.equals(now.problem(), before.problem());
            // Also without news now and then, because readings grow old by themselves.
            if (other || Duration.between(before.at(), now.at()).compareTo(LONG) >= 0) {
                readings.set(now);
            }
        } catch (RuntimeException defect) {
            if (!defective) {
                defective = true;
                LOG.log(System.Logger.Level.ERROR, "unpublished readings", defect);
            }
        }
    }

    /** Starts loops for new exporters and stops those of exporters that are gone. Exporters are pods: without pods none is found. */
    private void updateLoops(ClusterSnapshot clusterSnapshot) {
        podsByNode = clusterSnapshot.podHealth() instanceof SnapshotCollectionHealth.UnavailableCollection ? Map.of()
                : finder.findByNode(clusterSnapshot);
        var running = new ArrayList<ExporterPod>();
        podsByNode.values().forEach(some -> some.stream().filter(ExporterPod::isReadable).forEach(running::add));
        interval = settings.intervalFor(running.size());
        var current = new HashSet<String>();
        for (var exporter : running) {
            var identity = exporter.key() + "/" + exporter.uid();
            current.add(identity);
            loops.computeIfAbsent(identity, _ -> startLoop(exporter, settings.startSpread(running.size())));
        }
        stopLoops(current);
    }

    private ExporterScrapeLoop startLoop(ExporterPod exporter, Duration spread) {
        outcomes.put(exporter.key(), ExporterScrapeResult.pending(exporter));
        var loop = new ExporterScrapeLoop(exporter, means);
        loop.start(spread);
        return loop;
    }

    private void stopLoops(Set<String> current) {
        loops.entrySet().removeIf(loop -> {
            boolean gone = !current.contains(loop.getKey());
            if (gone) {
                loop.getValue().stop();
            }
            return gone;
        });
    }

    private FleetReadings gatherReadings() {
        var before = readings.get();
        var nodes = HashMap.<String, NodeReadings>newHashMap(podsByNode.size());
        var kept = new HashSet<String>();
        var resting = new HashSet<String>();
        var moment = settings.clock().instant();
        boolean any = false;
        boolean lacks = false;
        for (var each : podsByNode.entrySet()) {
            var node = each.getKey();
            each.getValue().forEach(exporter -> kept.add(exporter.key()));
            var nodeReadings = mergeOutcomes(node, each.getValue(), before.readingsOf(node));
            if (secondHand.canSkipExporters(nodeReadings, moment)) {
                resting.add(node);
            }
            var now = secondHand.chooseBetter(nodeReadings, moment);
            if (expecting && now.source().isEmpty() && now.problem() == null) {
                lacks = true;
                continue;
            }
            any |= !now.source().equals(nodeReadings.source());
            nodes.put(node, now.equals(before.readingsOf(node)) ? before.nodes().get(node) : now);
        }
        outcomes.keySet().retainAll(kept);
        secondHand.retainNodes(podsByNode.keySet());
        lacking = lacks;
        pauseNodes(resting);
        return new FleetReadings(moment, Map.copyOf(nodes), any ? null : commonDenial());
    }

    private void pauseNodes(Set<String> nodes) {
        var before = spared;
        spared = Set.copyOf(nodes);
        if (!nodes.containsAll(before)) {
            loops.values().stream().filter(loop -> before.contains(loop.nodeName()) && !nodes.contains(loop.nodeName()))
                    .forEach(ExporterScrapeLoop::shortenPause);
        }
    }

    private NodeReadings mergeOutcomes(String node, List<ExporterPod> exporters, @Nullable NodeReadings before) {
        var merger = new ExporterDeviceReadingsMerger();
        var sources = new ArrayList<ExporterPod>();
        var silent = new ArrayList<ExporterScrapeResult>();
        Instant oldest = null;
        Problem problem = null;
        boolean awaited = false;
        var spoken = exporters.stream().map(this::outcomeOf).toList();
        var newest = spoken.stream().map(ExporterScrapeResult::at).filter(Objects::nonNull)
                .max(Comparator.naturalOrder());
        for (var outcome : spoken) {
            var exporter = outcome.exporter();
            if (exporter.read()) {
                sources.add(exporter);
            }
            problem = problem == null ? outcome.trouble() : problem;
            var at = outcome.at();
            if (at != null && newest.isPresent() && at.plus(interval.multipliedBy(2)).isBefore(newest.get())) {
                // Its neighbour has not fallen silent: the node is measured, if only in part.
                silent.add(outcome);
                continue;
            }
            merger.addDevices(exporter.vendor(), outcome.devices());
            oldest = earlierOf(oldest, at);
            awaited |= at == null && outcome.trouble() == null;
        }
        if (awaited && oldest == null) {
            // What one of them lacks says nothing before the others have spoken.
            problem = null;
        }
        addSilentDevices(merger, silent);
        var devices = merger.devices();
        var source = sources.stream().map(ExporterPod::key).collect(Collectors.joining(", "));
        boolean pluginsOnly = sources.stream().allMatch(ExporterPod::devicePlugin);
        if (devices.isEmpty() && before != null && before.at() != null && oldest == null) {
            // Another exporter took over, or none: what the last one said stays until its successor speaks.
            return new NodeReadings(node, source, before.at(), interval, problem, before.devices(), pluginsOnly);
        }
        return new NodeReadings(node, source, oldest, interval, problem, devices, pluginsOnly);
    }

    /** Adds the devices that only exporters report which have fallen silent: they are there, and nothing is measured of them. */
    private static void addSilentDevices(ExporterDeviceReadingsMerger devices, List<ExporterScrapeResult> silent) {
        silent.forEach(outcome -> devices.addDevices(outcome.exporter().vendor(),
                outcome.devices().stream().map(DeviceReadings::withoutValues).toList()));
    }

    private ExporterScrapeResult outcomeOf(ExporterPod exporter) {
        if (exporter.isReadable()) {
            return outcomes.getOrDefault(exporter.key(), ExporterScrapeResult.pending(exporter));
        }
        return ExporterScrapeResult.unreadable(exporter);
    }

    private static @Nullable Instant earlierOf(@Nullable Instant one, @Nullable Instant other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.isBefore(other) ? one : other;
    }

    /** Returns the missing permission that prevents all readings; null where some exporter can be read. */
    private @Nullable Problem commonDenial() {
        if (snapshots.get().podHealth() instanceof SnapshotCollectionHealth.UnavailableCollection(var problem)) {
            return problem;
        }
        Problem common = null;
        for (var outcome : outcomes.values()) {
            var trouble = outcome.trouble();
            if (outcome.at() != null || trouble == null || trouble.kind() != OperationProblemKind.FORBIDDEN) {
                return null;
            }
            common = trouble;
        }
        return common;
    }
}
