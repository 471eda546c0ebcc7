package tessera.ui.metrics;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntConsumer;
import javafx.scene.Group;
import javafx.scene.Scene;
import javafx.scene.canvas.Canvas;
import javafx.scene.layout.StackPane;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tessera.alerts.AlertRules;
import tessera.metrics.history.History;
import tessera.metrics.prometheus.find.Standing;
import tessera.ui.Stage;
import tessera.ui.kit.Theme;
import tessera.ui.metrics.MetricsState.Chart;

import static org.assertj.core.api.Assertions.assertThat;

/** How long a frame takes while 64 GPUs of six hours are panned: four charts, 184,000 points. */
@Tag("bench")
class ChartBench {

    private static final int ROUNDS = 60;
    private static final double WIDTH = 1064;
    private static final double HEIGHT = 777;

    private final History history = new History();
    private final Afternoon afternoon = Afternoon.of(64, Afternoon.END.minus(History.SPAN));

    private List<Chart> charts() {
        afternoon.record(history);
        var fleet = afternoon.fleet();
        var projection = new MetricsProjection(() -> history, AlertRules.standard());
        var charts = new ArrayList<Chart>();
        for (int i = 0; i < ROUNDS; i++) {
            // About a pixel each.
            var frame = Frame.ending(Afternoon.END.minus(Duration.ofSeconds(22L * i)), History.SPAN);
            charts.add(projection.state(fleet, new MetricsQuery(Afternoon.NODE, Span.SIX_HOURS, Optional.of(frame),
                    Afternoon.END, Archive.of(new Standing.Sought()))).chart());
        }
        return charts;
    }

    @Test
    void panningSixHoursOfSixtyFourGpus() throws IOException {
        Stage.start();
        var charts = charts();
        var fleet = afternoon.fleet();
        var projection = new MetricsProjection(() -> history, AlertRules.standard());
        var pane = Stage.fx(() -> {
            var made = new ChartPane(ZoneOffset.UTC);
            var scene = new Scene(new StackPane(made), WIDTH, HEIGHT);
            Theme.DARK.dress(scene);
            made.show(charts.getFirst());
            scene.snapshot(null);
            return made;
        });
        var plain = Stage.fx(() -> {
            var canvas = new Canvas(WIDTH, HEIGHT);
            new Scene(new Group(canvas), WIDTH, HEIGHT);
            return canvas;
        });
        var table = """
                | 64 GPUs × 4 quantities × 6 h, 1,064 × 777 px, panned by a pixel | median ms | p95 ms |
                | --- | ---: | ---: |
                """ + row("from history to state, not on the window's thread",
                round -> projection.state(fleet, new MetricsQuery(Afternoon.NODE, Span.SIX_HOURS,
                        Optional.of(charts.get(round).frame()), Afternoon.END, Archive.of(new Standing.Sought()))))
                + row("ours: state to drawn", round -> pane.show(charts.get(round)))
                + row("ours, rendered to an image", round -> {
                    pane.show(charts.get(round));
                    pane.snapshot(null, null);
                }) + row("limit: an empty canvas of that size, rendered to an image", round -> {
                    plain.getGraphicsContext2D().clearRect(0, 0, WIDTH, HEIGHT);
                    plain.snapshot(null, null);
                }) + row("crosshair moved", round -> pane.point(Optional.of(
                        charts.getFirst().frame().at(round / (double) ROUNDS))));
        var file = Path.of("target/bench/charts.md");
        Files.createDirectories(file.getParent());
        Files.writeString(file, table);
        System.out.println(table);
        assertThat(file).content().hasLineCount(7);
    }

    private static String row(String what, IntConsumer draw) {
        var millis = new double[ROUNDS];
        for (int round = -ROUNDS / 2; round < ROUNDS; round++) {
            int number = Math.abs(round);
            double time = Stage.fx(() -> {
                long start = System.nanoTime();
                draw.accept(number);
                return (System.nanoTime() - start) / 1e6;
            });
            if (round >= 0) {
                millis[round] = time;
            }
        }
        Arrays.sort(millis);
        return String.format(Locale.ROOT, "| %s | %.1f | %.1f |%n", what, millis[ROUNDS / 2],
                millis[ROUNDS * 95 / 100]);
    }
}
