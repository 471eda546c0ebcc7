package tessera.ui.heatmap;

import java.util.stream.IntStream;
import javafx.scene.image.PixelReader;
import javafx.scene.layout.StackPane;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.gpu.Sample;
import tessera.model.PodListCompleteness;
import tessera.ui.Stage;
import tessera.ui.heatmap.FleetHeatmapState.NodeCardState;
import tessera.ui.kit.ColorTheme;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.gpu.Sample.node;

/** The GPUs of a node as a table cell draws them. */
class GpuTileStripTest {

    /** In the middle of the first part. */
    private static final int COLUMN = 2;
    private static final int HEIGHT = 22;

    @BeforeAll
    static void start() {
        Stage.start();
    }

    /** The edges of free parts that a line down through the first of them crosses. */
    private static long crossedEdges(String resource, int count) {
        var fleet = new Sample().with(node("n").has(resource, count)).fleet();
        var strip = Stage.fx(() -> {
            var drawing = new GpuTileStrip();
            drawing.show(NodeCardState.of(fleet.nodes().getFirst(), null, false, ""), PodListCompleteness.ALL);
            return drawing;
        });
        var picture = Stage.draw(new StackPane(strip), ColorTheme.DARK, 200, HEIGHT);
        int left = (int) Math.round(Stage.fx(() -> strip.getBoundsInParent().getMinX()));
        PixelReader pixels = picture.getPixelReader();
        int ground = pixels.getArgb(0, 0);
        return IntStream.range(0, HEIGHT).filter(y -> pixels.getArgb(left + COLUMN, y) != ground).count();
    }

    @ParameterizedTest
    @CsvSource({"amd.com/gpu, 8, 2", "amd.com/dpx_nps1, 16, 4", "amd.com/cpx_nps4, 64, 8"})
    void partitionsOfABoardAreDrawnWithinIt(String resource, int count, long edges) {
        assertThat(crossedEdges(resource, count)).isEqualTo(edges);
    }
}
