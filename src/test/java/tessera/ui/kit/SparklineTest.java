package tessera.ui.kit;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import javafx.scene.Scene;
import javafx.scene.image.WritableImage;
import javafx.scene.layout.StackPane;
import javafx.scene.paint.Color;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.metrics.history.FixedStepSeries;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceMetricValues;
import tessera.ui.Stage;
import tessera.ui.metrics.Afternoon;

import static org.assertj.core.api.Assertions.assertThat;

class SparklineTest {

    private static final int WIDTH = 120;
    private static final int HEIGHT = 20;
    private static final float NONE = Float.NaN;

    @BeforeAll
    static void start() {
        Stage.start();
    }

    private static DeviceHourTrend trend(float... values) {
        return new DeviceHourTrend(new FixedStepSeries(Instant.EPOCH, Duration.ofSeconds(30), values), 0, 1,
                Duration.ofMinutes(1));
    }

    private static float[] constant(int count, float value) {
        var values = new float[count];
        Arrays.fill(values, value);
        return values;
    }

    /** The line is white, what is stale red, base and hatching green. */
    private static WritableImage drawn(DeviceHourTrend trend) {
        return Stage.fx(() -> {
            var sparkline = new Sparkline("load", WIDTH, HEIGHT);
            sparkline.setStyle("-spark-line: white; -spark-stale: red; -spark-base: lime;");
            var scene = new Scene(new StackPane(sparkline), WIDTH, HEIGHT, Color.BLACK);
            scene.getRoot().setStyle("-fx-background-color: black;");
            sparkline.show(trend, "");
            return scene.snapshot(null);
        });
    }

    private static boolean has(WritableImage image, int from, int to, Color ink) {
        for (int x = from; x < to; x++) {
            for (int y = 0; y < HEIGHT - 2; y++) {
                var colour = image.getPixelReader().getColor(x, y);
                if (Math.abs(colour.getRed() - ink.getRed()) < 0.3 && Math.abs(colour.getGreen() - ink.getGreen()) < 0.3
                        && Math.abs(colour.getBlue() - ink.getBlue()) < 0.3) {
                    return true;
                }
            }
        }
        return false;
    }

    @Test
    void aLineGoesFromTheFirstMeasurementToTheLast() {
        var image = drawn(trend(constant(120, 0.5f)));
        assertThat(has(image, 0, 4, Color.WHITE)).isTrue();
        assertThat(has(image, 116, 120, Color.WHITE)).isTrue();
        assertThat(image.getPixelReader().getColor(60, 2)).isEqualTo(Color.BLACK);
    }

    @Test
    void whereNothingWasMeasuredThereIsNoLine() {
        var values = constant(120, 0.5f);
        Arrays.fill(values, 40, 60, NONE);
        var image = drawn(trend(values));
        assertThat(has(image, 30, 39, Color.WHITE)).isTrue();
        assertThat(has(image, 42, 58, Color.WHITE)).isFalse();
        assertThat(has(image, 62, 80, Color.WHITE)).isTrue();
    }

    @Test
    void whatWasNotMeasuredOfLateIsDimmedAndHatched() {
        var values = constant(120, 0.5f);
        Arrays.fill(values, 80, 120, NONE);
        var image = drawn(trend(values));
        assertThat(has(image, 0, 120, Color.WHITE)).isFalse();
        assertThat(has(image, 0, 70, Color.RED)).isTrue();
        assertThat(has(image, 0, 70, Color.LIME)).isFalse();
        assertThat(has(image, 90, 120, Color.LIME)).isTrue();
    }

    @Test
    void aNumberThatStandsAloneIsSeen() {
        var values = constant(120, NONE);
        values[119] = 0.9f;
        assertThat(has(drawn(trend(values)), 112, 120, Color.WHITE)).isTrue();
    }

    @Test
    void whereNothingWasMeasuredAtAllOnlyThePlaceIsDrawn() {
        var nothing = trend(constant(120, NONE));
        var image = drawn(nothing);
        assertThat(has(image, 0, 120, Color.WHITE)).isFalse();
        assertThat(has(image, 0, 120, Color.RED)).isFalse();
        assertThat(nothing.summaryText(MeasuredNumberFormatter::percent)).isEqualTo("–");
    }

    @Test
    void anHourOfAGpuIsSaidInWordsForThoseWhoCannotSeeIt() {
        var desk = Afternoon.ofEight().desk();
        var trends = new DeviceTrendSource(desk::recentHistory, desk.deviceReadings()::get, () -> Afternoon.END);
        var device = new DeviceSeriesKey(Afternoon.NODE, "GPU-7", DeviceSeriesKey.WHOLE);
        var trend = trends.trendOf(device, DeviceMetric.UTILISATION, DeviceMetricValues.NONE);
        assertThat(trend.summaryText(MeasuredNumberFormatter::percent)).matches("\\d+ to \\d+, mean [345]");
        assertThat(trend.isStale()).isFalse();
        assertThat(trends.trendOf(new DeviceSeriesKey("h100-05", "GPU-0", DeviceSeriesKey.WHOLE), DeviceMetric.POWER,
                DeviceMetricValues.NONE).summaryText(MeasuredNumberFormatter::whole)).isEqualTo("–");
    }
}
