package tessera.ui.kit;

import javafx.scene.layout.StackPane;
import javafx.scene.paint.Color;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tessera.model.reading.MetricReading;
import tessera.ui.Stage;

import static org.assertj.core.api.Assertions.assertThat;

/** How well a bar stands off what it is drawn on. */
class FilledShareBarTest {

    @BeforeAll
    static void start() {
        Stage.start();
    }

    private static double luminance(Color color) {
        return 0.2126 * linear(color.getRed()) + 0.7152 * linear(color.getGreen()) + 0.0722 * linear(color.getBlue());
    }

    private static double linear(double channel) {
        return channel <= 0.04045 ? channel / 12.92 : Math.pow((channel + 0.055) / 1.055, 2.4);
    }

    /** As WCAG 2 counts it. */
    private static double contrast(Color one, Color other) {
        double first = luminance(one) + 0.05;
        double second = luminance(other) + 0.05;
        return Math.max(first, second) / Math.min(first, second);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.2, 0.4, 0.6, 0.7, 0.8, 0.9, 1})
    void howBusyAGpuIsIsSeenOnALightGround(double share) {
        var bar = Stage
                .fx(() -> new StackPane(FilledShareBar.of(new MetricReading.MeasuredMetricReading(share), "load")));
        var picture = Stage.draw(bar, ColorTheme.LIGHT, 60, 20).getPixelReader();

        assertThat(contrast(picture.getColor(10, 10), picture.getColor(1, 1))).isGreaterThanOrEqualTo(3);
    }
}
