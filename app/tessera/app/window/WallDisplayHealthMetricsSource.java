package tessera.app.window;

import io.prometheus.client.Collector.MetricFamilySamples;
import io.prometheus.client.GaugeMetricFamily;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.app.platform.HangWatchdog;
import tessera.app.selfmetrics.ScreenStateBuildCounters;
import tessera.app.selfmetrics.SelfMetricsCollector;
import tessera.app.selfmetrics.TesseraHealthMetricsSource;
import tessera.app.wiring.ClusterSelectionService;
import tessera.model.SessionConnectionStatus;
import tessera.text.MessageCatalog;

/** Health of a wall: its first cluster in full, all in short, and whether its display still answers. Any thread. */
public final class WallDisplayHealthMetricsSource implements TesseraHealthMetricsSource {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(WallDisplayHealthMetricsSource.class);

    private final List<ClusterSelectionService> desks;
    private final List<SelfMetricsCollector> metrics;
    private final HangWatchdog watchdog;

    public WallDisplayHealthMetricsSource(List<ClusterSelectionService> desks, ScreenStateBuildCounters projections,
            HangWatchdog watchdog, Clock clock) {
        this.desks = List.copyOf(desks);
        this.watchdog = watchdog;
        metrics = desks.stream().map(clusterSelection -> new SelfMetricsCollector(clusterSelection, projections, clock))
                .toList();
    }

    @Override
    public List<MetricFamilySamples> collect() {
        var families = new ArrayList<>(metrics.getFirst().collect());
        var live = new GaugeMetricFamily("tessera_wall_cluster_live", MESSAGES.text("help.wallCurrent"),
                List.of("context"));
        desks.forEach(clusterSelection -> live.addMetric(List.of(clusterSelection.clusters().get().openContext()),
                clusterSelection.snapshots().get().connection() instanceof SessionConnectionStatus.LiveConnection ? 1
                        : 0));
        families.add(live);
        families.add(new GaugeMetricFamily("tessera_wall_display_silent_seconds", MESSAGES.text("help.wallResponsive"),
                watchdog.silentFor().toMillis() / 1000.0));
        return families;
    }

    @Override
    public Optional<String> staleReason() {
        var hung = hangReason();
        if (hung.isPresent()) {
            return hung;
        }
        for (int index = 0; index < desks.size(); index++) {
            var context = desks.get(index).clusters().get().openContext();
            var trouble = metrics.get(index).staleReason()
                    .map(text -> desks.size() == 1 ? text : context + ": " + text);
            if (trouble.isPresent()) {
                return trouble;
            }
        }
        return Optional.empty();
    }

    @Override
    public Optional<String> hangReason() {
        if (watchdog.isHung()) {
            return Optional.of(MESSAGES.text("wall.hung"));
        }
        return Optional.empty();
    }
}
