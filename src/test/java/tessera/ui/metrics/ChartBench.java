package tessera.ui.metrics;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.function.LongUnaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import javafx.scene.Group;
import javafx.scene.Scene;
import javafx.scene.canvas.Canvas;
import javafx.scene.image.WritableImage;
import javafx.scene.layout.StackPane;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tessera.alerts.AlertRules;
import tessera.bench.BenchReport;
import tessera.metrics.history.FleetDeviceMetricHistory;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryStatus;
import tessera.ui.Stage;
import tessera.ui.kit.ColorTheme;
import tessera.ui.metrics.MetricChartBuilder.MetricsScreenCharts;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How long a frame takes while six hours of 64 GPUs are panned: one chart of 46,000 points, and four of 184,000. What a busy
 * machine adds is told from what a frame costs by the processor's time of the two threads that make it.
 */
@Tag("bench")
class ChartBench {

    private final BenchReport report = new BenchReport("charts.md");
    private static final int ROUNDS = 200;
    /** About a pixel. */
    private static final long SECONDS = 22;
    private static final double MEDIAN = 0.5;
    private static final double LATE = 0.95;
    private static final double WIDTH = 1064;
    private static final double HEIGHT = 777;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final FleetDeviceMetricHistory history = new FleetDeviceMetricHistory();
    private final Afternoon afternoon = Afternoon.of(64, Afternoon.END.minus(FleetDeviceMetricHistory.SPAN));

    private final AlertRules rules = AlertRules.standardRules();

    private List<MetricsScreenCharts> charts() {
        afternoon.record(history);
        var fleet = afternoon.fleet();
        var stateBuilder = new MetricsScreenStateBuilder(() -> history, () -> rules);
        var charts = new ArrayList<MetricsScreenCharts>();
        for (int i = 0; i < ROUNDS; i++) {
            var frame = ChartTimeFrame.endingAt(Afternoon.END.minus(Duration.ofSeconds(SECONDS * i)),
                    FleetDeviceMetricHistory.SPAN);
            charts.add(
                    stateBuilder
                            .project(fleet,
                                    new MetricsScreenInput(ChartedDevices.ofNodes(List.of(Afternoon.NODE)),
                                            ChartTimeSpan.SIX_HOURS, Optional.of(frame), Afternoon.END,
                                            PrometheusHistoryQueryState.ofStatus(
                                                    new PrometheusDiscoveryStatus.PrometheusSearching()),
                                            false))
                            .chart());
        }
        return charts;
    }

    @Test
    void panningSixHoursOfSixtyFourGpus() throws IOException {
        Stage.start();
        var charts = charts();
        var fleet = afternoon.fleet();
        var stateBuilder = new MetricsScreenStateBuilder(() -> history, () -> rules);
        var pane = Stage.fx(() -> {
            var made = new StackedMetricChartsPane(ZoneOffset.UTC);
            var scene = new Scene(new StackPane(made), WIDTH, HEIGHT);
            ColorTheme.DARK.applyTo(scene);
            made.show(charts.getFirst());
            scene.snapshot(null);
            return made;
        });
        var plain = Stage.fx(() -> {
            var canvas = new Canvas(WIDTH, HEIGHT);
            new Scene(new Group(canvas), WIDTH, HEIGHT);
            return canvas;
        });
        var image = new WritableImage((int) WIDTH, (int) HEIGHT);
        var table = """
                | 6 h panned by a pixel, 1,064 × 777 px | median ms | p95 ms | processor ms | p95 ms | KB allocated |
                | --- | ---: | ---: | ---: | ---: | ---: |
                """
                + row("64 GPUs × 4 quantities: from history to state, not on the window's thread",
                        round -> stateBuilder.project(fleet,
                                new MetricsScreenInput(ChartedDevices.ofNodes(List.of(Afternoon.NODE)),
                                        ChartTimeSpan.SIX_HOURS, Optional.of(charts.get(round).frame()), Afternoon.END,
                                        PrometheusHistoryQueryState
                                                .ofStatus(new PrometheusDiscoveryStatus.PrometheusSearching()),
                                        false)))
                + row("one chart of 64 series: state to drawn", round -> pane.show(single(charts.get(round))))
                + row("one chart of 64 series, rendered to an image", round -> {
                    pane.show(single(charts.get(round)));
                    pane.snapshot(null, image);
                }) + row("four charts of 64 series: state to drawn", round -> pane.show(charts.get(round)))
                + row("four charts of 64 series, rendered to an image", round -> {
                    pane.show(charts.get(round));
                    pane.snapshot(null, image);
                }) + row("limit: an empty canvas of that size, rendered to an image", round -> {
                    plain.getGraphicsContext2D().clearRect(0, 0, WIDTH, HEIGHT);
                    plain.snapshot(null, image);
                }) + row("crosshair moved", round -> pane
                        .pointAt(Optional.of(charts.getFirst().frame().momentAt(round / (double) ROUNDS))));
        report.write(table);
        assertThat(table).hasLineCount(9);
    }

    /** The first of the charts alone, as high as all. */
    private static MetricsScreenCharts single(MetricsScreenCharts metricsScreenCharts) {
        return new MetricsScreenCharts(metricsScreenCharts.frame(), metricsScreenCharts.zoomed(),
                metricsScreenCharts.historyStart(), metricsScreenCharts.lines(),
                metricsScreenCharts.panels().subList(0, 1), metricsScreenCharts.gaps(),
                metricsScreenCharts.longestStep(), metricsScreenCharts.omittedLines(), metricsScreenCharts.startText());
    }

    /** What one frame took. */
    private record Cost(double wall, double processor, double allocated) {}

    private static Cost cost(List<Thread> threads, Runnable draw) {
        return Stage.fx(() -> {
            long processor = sum(threads, THREADS::getThreadCpuTime);
            long allocated = sum(threads, THREADS::getThreadAllocatedBytes);
            long start = System.nanoTime();
            draw.run();
            return new Cost((System.nanoTime() - start) / 1e6,
                    (sum(threads, THREADS::getThreadCpuTime) - processor) / 1e6,
                    (sum(threads, THREADS::getThreadAllocatedBytes) - allocated) / 1e3);
        });
    }

    /** The thread of the window, and the one that renders. */
    private static List<Thread> painters() {
        return Stage.fx(() -> Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.threadId() == Thread.currentThread().threadId()
                        || thread.getName().startsWith("QuantumRenderer"))
                .toList());
    }

    private static long sum(List<Thread> threads, LongUnaryOperator of) {
        return threads.stream().mapToLong(thread -> of.applyAsLong(thread.threadId())).sum();
    }

    private static String row(String subject, IntConsumer draw) {
        var threads = painters();
        for (int round = 0; round < ROUNDS; round++) {
            int number = round;
            cost(threads, () -> draw.accept(number));
        }
        var costs = IntStream.range(0, ROUNDS).mapToObj(round -> cost(threads, () -> draw.accept(round))).toList();
        return String.format(Locale.ROOT, "| %s | %.1f | %.1f | %.1f | %.1f | %.0f |%n", subject,
                at(MEDIAN, costs, Cost::wall), at(LATE, costs, Cost::wall), at(MEDIAN, costs, Cost::processor),
                at(LATE, costs, Cost::processor), at(MEDIAN, costs, Cost::allocated));
    }

    /** What a share of all frames stayed below. */
    private static double at(double share, List<Cost> costs, ToDoubleFunction<Cost> of) {
        return costs.stream().mapToDouble(of).sorted().toArray()[(int) (costs.size() * share)];
    }
}
