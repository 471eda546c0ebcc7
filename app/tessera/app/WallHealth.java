package tessera.app;

import io.prometheus.client.Collector.MetricFamilySamples;
import io.prometheus.client.GaugeMetricFamily;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.model.SessionConnection;

/** How a wall is: of its clusters the first in full, all of them in short, and whether its display still answers. Any thread. */
final class WallHealth implements SelfMetrics {

    private final List<ClusterDesk> desks;
    private final List<ConsoleMetrics> metrics;
    private final HangWatchdog watchdog;

    WallHealth(List<ClusterDesk> desks, ProjectionCounters projections, HangWatchdog watchdog, Clock clock) {
        this.desks = List.copyOf(desks);
        this.watchdog = watchdog;
        metrics = desks.stream().map(desk -> new ConsoleMetrics(desk, projections, clock)).toList();
    }

    @Override
    public List<MetricFamilySamples> collect() {
        var families = new ArrayList<>(metrics.getFirst().collect());
        var live = new GaugeMetricFamily("tessera_wall_cluster_live",
                "Whether what the wall shows of a cluster is the present.", List.of("context"));
        desks.forEach(desk -> live.addMetric(List.of(desk.clusters().get().open()),
                desk.snapshots().get().connection() instanceof SessionConnection.LiveConnection ? 1 : 0));
        families.add(live);
        families.add(new GaugeMetricFamily("tessera_wall_display_silent_seconds",
                "Since the thread that draws last answered.", watchdog.silent().toMillis() / 1000.0));
        return families;
    }

    @Override
    public Optional<String> trouble() {
        var hung = hung();
        if (hung.isPresent()) {
            return hung;
        }
        for (int index = 0; index < desks.size(); index++) {
            var context = desks.get(index).clusters().get().open();
            var trouble = metrics.get(index).trouble().map(words -> desks.size() == 1 ? words : context + ": " + words);
            if (trouble.isPresent()) {
                return trouble;
            }
        }
        return Optional.empty();
    }

    @Override
    public Optional<String> hung() {
        return watchdog.late() ? Optional.of("the display does not answer") : Optional.empty();
    }
}
