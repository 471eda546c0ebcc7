package tessera.ui.heatmap;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import javafx.scene.Group;
import javafx.scene.Scene;
import javafx.scene.canvas.Canvas;
import javafx.scene.layout.StackPane;
import javafx.scene.paint.Color;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tessera.bench.BenchReport;
import tessera.gpu.GpuStatusCounts;
import tessera.gpu.Sample;
import tessera.model.PodListCompleteness;
import tessera.ui.Stage;
import tessera.ui.kit.ColorTheme;
import tessera.ui.kit.DeviceTrendSource;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.gpu.Sample.node;

/** How long it takes to draw 5,000 nodes with 8 GPUs each: ours, the plain way, and what the picture costs anyhow. */
@Tag("bench")
class HeatmapBench {

    private final BenchReport report = new BenchReport("heatmap.md");
    private static final int NODES = 5000;
    private static final int GPUS = 8;
    private static final int ROUNDS = 60;
    private static final double WIDTH = 1076;
    private static final double HEIGHT = 670;

    private static FleetHeatmapState fleet(int held) {
        var sample = new Sample();
        for (int i = 0; i < NODES; i++) {
            var name = "h100-%04d".formatted(i);
            sample.with(node(name).nvidia("NVIDIA-H100-80GB-HBM3", GPUS).has("nvidia.com/gpu", GPUS,
                    i % 97 == 0 ? GPUS - 1 : GPUS));
            sample.pod("ml/" + name, name, "nvidia.com/gpu", (i + held) % (GPUS + 1));
        }
        var cards = sample.fleet().nodes().stream().map(gpu -> FleetHeatmapState.NodeCardState.of(gpu, null, false, ""))
                .toList();
        var group = new FleetHeatmapState.NodeCardGroup("H100 SXM 80 GB", NODES + " nodes", "1", "free",
                GpuStatusCounts.NONE, cards);
        return new FleetHeatmapState(HeatmapColorMode.ALLOCATION, List.of(group), List.of(), "",
                PodListCompleteness.ALL, HeatmapColorScale.of(HeatmapColorMode.ALLOCATION, 0));
    }

    @Test
    void redrawOfFiveThousandNodes() throws IOException {
        Stage.start();
        var states = List.of(fleet(0), fleet(3));
        var pane = Stage.fx(() -> {
            var heatmap = new FleetHeatmapPane(node -> {}, DeviceTrendSource.none());
            var scene = new Scene(new StackPane(heatmap), WIDTH, HEIGHT);
            ColorTheme.DARK.applyTo(scene);
            heatmap.getScene().getRoot().applyCss();
            heatmap.getScene().getRoot().layout();
            heatmap.show(states.getFirst());
            return heatmap;
        });
        var plain = Stage.fx(() -> {
            var canvas = new Canvas(WIDTH, HEIGHT);
            new Scene(new Group(canvas), WIDTH, HEIGHT);
            return canvas;
        });
        var table = """
                | drawing 5,000 nodes × 8 GPUs, 1,076 × 670 px, software rendering | median ms | p95 ms |
                | --- | --- | --- |
                """ + row("ours: state to drawn", round -> pane.show(states.get(round % 2)))
                + row("plain: 40,000 rectangles on a canvas", round -> rectangles(plain, round))
                + row("ours, rendered to an image", round -> {
                    pane.show(states.get(round % 2));
                    pane.snapshot(null, null);
                }) + row("plain, rendered to an image", round -> {
                    rectangles(plain, round);
                    plain.snapshot(null, null);
                }) + row("limit: an empty canvas of that size, rendered to an image", round -> {
                    plain.getGraphicsContext2D().clearRect(0, 0, WIDTH, HEIGHT);
                    plain.snapshot(null, null);
                });
        report.write(table);
        assertThat(table).hasLineCount(7);
    }

    private static void rectangles(Canvas canvas, int round) {
        var gc = canvas.getGraphicsContext2D();
        gc.clearRect(0, 0, WIDTH, HEIGHT);
        for (int i = 0; i < NODES * GPUS; i++) {
            gc.setFill((i + round) % 3 == 0 ? Color.STEELBLUE : Color.DIMGRAY);
            gc.fillRect(i % 400 * 2.6, i / 400 * 6, 2, 5);
        }
    }

    private interface Draw {
        void round(int number);
    }

    private static String row(String subject, Draw draw) {
        var millis = new double[ROUNDS];
        for (int round = -ROUNDS / 2; round < ROUNDS; round++) {
            int number = Math.abs(round);
            Callable<Double> timed = () -> {
                long start = System.nanoTime();
                draw.round(number);
                return (System.nanoTime() - start) / 1e6;
            };
            double time = Stage.fx(timed);
            if (round >= 0) {
                millis[round] = time;
            }
        }
        Arrays.sort(millis);
        return String.format(Locale.ROOT, "| %s | %.1f | %.1f |%n", subject, millis[ROUNDS / 2],
                millis[ROUNDS * 95 / 100]);
    }
}
