package tessera.ui.heatmap;

import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import javafx.scene.Scene;
import javafx.scene.image.WritableImage;
import javafx.scene.layout.StackPane;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tessera.gpu.GpuStatusCounts;
import tessera.gpu.Sample;
import tessera.model.PodListCompleteness;
import tessera.ui.Stage;
import tessera.ui.heatmap.FleetHeatmapState.NodeCardGroup;
import tessera.ui.heatmap.FleetHeatmapState.NodeCardState;
import tessera.ui.kit.ColorTheme;
import tessera.ui.kit.DeviceTrendSource;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.gpu.Sample.node;

/** A heatmap that draws only what looks different shows the same picture as one that draws everything. */
class HeatmapPartialRepaintTest {

    private static final int WIDTH = 640;
    private static final int HEIGHT = 360;
    private static final String GPU = "nvidia.com/gpu";

    @BeforeAll
    static void start() {
        Stage.start();
    }

    private static Sample fleet(UnaryOperator<Sample.NodeBuilder> second) {
        return new Sample().with(first())
                .with(second.apply(node("h100-2").nvidia("NVIDIA-H100-80GB-HBM3", 8).has(GPU, 8)))
                .pod("ml/a", "h100-1", GPU, 2);
    }

    private static Sample.NodeBuilder first() {
        return node("h100-1").nvidia("NVIDIA-H100-80GB-HBM3", 8).has(GPU, 8);
    }

    static List<Map.Entry<String, Sample>> changes() {
        return List.of(Map.entry("a pod starts", fleet(node -> node).pod("ml/b", "h100-2", GPU, 3)),
                Map.entry("another team has it",
                        new Sample().with(first()).with(node("h100-2").nvidia("NVIDIA-H100-80GB-HBM3", 8).has(GPU, 8))
                                .pod("research/a", "h100-1", GPU, 2)),
                Map.entry("a device fails", fleet(node -> node.has(GPU, 8, 7))),
                Map.entry("GPUs are withheld", fleet(node -> node.has(GPU, 8, 0))),
                Map.entry("a node is cordoned", fleet(Sample.NodeBuilder::cordoned)),
                Map.entry("a node is lost", fleet(node -> node.ready("Unknown", "Kubelet stopped posting"))),
                Map.entry("GPUs are shared", fleet(node -> node.label("nvidia.com/gpu.replicas", "4").has(GPU, 32))));
    }

    @ParameterizedTest
    @MethodSource("changes")
    void whatChangesIsDrawnAgain(Map.Entry<String, Sample> change) {
        var before = state(fleet(node -> node));
        var after = state(change.getValue());

        var mended = picture(before, after);

        assertThat(differences(mended, picture(after))).as(change.getKey()).isZero();
        assertThat(differences(mended, picture(before))).as("%s is seen", change.getKey()).isPositive();
    }

    private static FleetHeatmapState state(Sample sample) {
        var cards = sample.fleet().nodes().stream().map(gpu -> NodeCardState.of(gpu, null, false, "")).toList();
        var group = new NodeCardGroup("H100 SXM 80 GB", "2 nodes", "1", "free", GpuStatusCounts.NONE, cards);
        return new FleetHeatmapState(HeatmapColorMode.OWNER, List.of(group), List.of("ml", "research"), "",
                PodListCompleteness.ALL, HeatmapColorScale.of(HeatmapColorMode.OWNER, 0));
    }

    /** The picture after some states were shown one after the other. */
    private static WritableImage picture(FleetHeatmapState... states) {
        return Stage.fx(() -> {
            var heatmap = new FleetHeatmapPane(node -> {}, DeviceTrendSource.none());
            var scene = new Scene(new StackPane(heatmap), WIDTH, HEIGHT);
            ColorTheme.DARK.applyTo(scene);
            scene.getRoot().applyCss();
            scene.getRoot().layout();
            for (var state : states) {
                heatmap.show(state);
            }
            return heatmap.snapshot(null, null);
        });
    }

    private static long differences(WritableImage one, WritableImage other) {
        return IntStream.range(0, WIDTH * HEIGHT).filter(at -> one.getPixelReader().getArgb(at % WIDTH,
                at / WIDTH) != other.getPixelReader().getArgb(at % WIDTH, at / WIDTH)).count();
    }
}
