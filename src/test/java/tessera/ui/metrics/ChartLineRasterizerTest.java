package tessera.ui.metrics;

import javafx.scene.canvas.Canvas;
import javafx.scene.image.WritableImage;
import javafx.scene.paint.Color;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tessera.ui.Stage;
import tessera.ui.metrics.ChartLineRasterizer.LineStroke;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** How lines become pixels. */
class ChartLineRasterizerTest {

    private static final double SLIGHT = 0.02;

    @BeforeAll
    static void start() {
        Stage.start();
    }

    private static WritableImage drawn(double[] xs, double[] ys, Color colour) {
        return Stage.fx(() -> {
            var raster = new ChartLineRasterizer(20, 20, 1);
            raster.drawLine(xs, ys, xs.length, new LineStroke(colour, 1));
            var canvas = new Canvas(20, 20);
            canvas.getGraphicsContext2D().setFill(Color.BLACK);
            canvas.getGraphicsContext2D().fillRect(0, 0, 20, 20);
            raster.paint(canvas.getGraphicsContext2D(), 0, 0);
            return canvas.snapshot(null, null);
        });
    }

    private static double red(WritableImage image, int x, int y) {
        return image.getPixelReader().getColor(x, y).getRed();
    }

    @Test
    void aLevelLineIsOnePixelHigh() {
        var image = drawn(new double[] {0, 20}, new double[] {10.5, 10.5}, Color.RED);

        assertThat(red(image, 5, 10)).isCloseTo(1, within(SLIGHT));
        assertThat(red(image, 5, 9)).isZero();
        assertThat(red(image, 5, 11)).isZero();
    }

    @Test
    void aLineBetweenTwoPixelsSharesThem() {
        var image = drawn(new double[] {0, 20}, new double[] {10, 10}, Color.RED);

        assertThat(red(image, 5, 9)).isCloseTo(0.5, within(SLIGHT));
        assertThat(red(image, 5, 10)).isCloseTo(0.5, within(SLIGHT));
    }

    @Test
    void aJumpIsDrawnWithoutAHole() {
        var image = drawn(new double[] {0, 8.2, 8.4, 20}, new double[] {2, 2, 18, 18}, Color.RED);

        for (int y = 2; y < 18; y++) {
            assertThat(red(image, 8, y)).as("at height %d", y).isGreaterThan(0.9);
        }
        assertThat(red(image, 5, 12)).isZero();
    }

    @Test
    void whereALineTurnsItIsNotDrawnTwice() {
        var image = drawn(new double[] {0, 7.3, 7.6, 20}, new double[] {10.5, 10.5, 10.5, 10.5},
                Color.color(1, 0, 0, 0.5));

        for (int x = 0; x < 20; x++) {
            assertThat(red(image, x, 10)).as("at %d", x).isCloseTo(0.5, within(SLIGHT));
        }
    }
}
