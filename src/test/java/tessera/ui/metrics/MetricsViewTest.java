package tessera.ui.metrics;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import javafx.beans.property.SimpleObjectProperty;
import javafx.geometry.Point2D;
import javafx.geometry.VerticalDirection;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.StackPane;
import javafx.scene.paint.Color;
import javafx.scene.text.Text;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.metrics.history.FleetDeviceMetricHistory;
import tessera.model.reading.DeviceMetric;
import tessera.settings.WindowAppearance;
import tessera.settings.WindowAppearance.RowDensity;
import tessera.ui.StillDesk;
import tessera.ui.kit.ColorTheme;
import tessera.ui.kit.ResolvedWindowAppearance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** The Metrics screen in a user's hands. */
@ExtendWith(ApplicationExtension.class)
class MetricsViewTest {

    private final Afternoon afternoon = Afternoon.ofEight();
    private final StillDesk desk = afternoon.desk();
    @SuppressWarnings("NullAway.Init") // every test begins with showing it
    private MetricsView view;
    @SuppressWarnings("NullAway.Init")
    private StackedMetricChartsPane chart;

    @Start
    void open(Stage stage) {
        ColorTheme.loadFonts();
        desk.layoutMemory().remember("metrics.span", "THREE_HOURS");
        view = new MetricsView(desk, desk, ZoneOffset.UTC, new SimpleObjectProperty<>(Afternoon.END));
        view.query().addListener((property, before, query) -> view.show(view.project(afternoon.fleet(), query)));
        var scene = new Scene(new StackPane(view.node()), 1320, 800);
        ColorTheme.DARK.applyTo(scene);
        stage.setScene(scene);
        view.show(view.project(afternoon.fleet(), view.query().getValue()));
        stage.show();
        chart = (StackedMetricChartsPane) view.node().lookup("#metrics-chart");
        chart.requestFocus();
    }

    private Point2D place(Instant at, double y) {
        var x = chart.currentLayout().x(chart.chart().frame().shareOf(at));
        return chart.localToScreen(x, y);
    }

    private double middle(int number) {
        return chart.currentLayout().y(number, 0.5);
    }

    private String text(String id) {
        return ((Label) view.node().lookup("#" + id)).getText();
    }

    private String number(int row, int column) {
        var labels = view.node().lookup("#metrics-row-" + row).lookupAll(".values-number").toArray();
        return ((Label) labels[column]).getText();
    }

    @Test
    void theTableShowsWhatWasMeasuredUnderTheCrosshair(FxRobot robot) {
        var at = Instant.parse("2026-11-21T13:38:30Z");

        robot.moveTo(place(at.plusSeconds(12), middle(2)));

        assertThat(text("metrics-at")).isEqualTo("At 13:38:30");
        var busy = desk.history.series(Afternoon.gpu(5), DeviceMetric.UTILISATION, at, at).valueAt(0);
        assertThat(number(5, 0)).isEqualTo(Long.toString(Math.round(100.0 * busy)));
        var watts = desk.history.series(Afternoon.gpu(5), DeviceMetric.POWER, at, at).valueAt(0);
        assertThat(number(5, 3)).isEqualTo(Long.toString(Math.round(watts)));
    }

    private void show(Afternoon other) {
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> {
            other.record(desk.history);
            view.show(view.project(other.fleet(), view.query().getValue()));
        });
        WaitForAsyncUtils.waitForFxEvents();
    }

    @Test
    void ofMoreDevicesThanAreDrawnItIsSaidHowManyAre() {
        show(Afternoon.of(64, Afternoon.END.minus(Duration.ofMinutes(5))));
        assertThat(text("metrics-remark")).isEmpty();

        show(Afternoon.of(72, Afternoon.END.minus(Duration.ofMinutes(5))));
        assertThat(text("metrics-remark")).isEqualTo("64 of 72 devices drawn");
        assertThat(chart.chart().lines()).hasSize(64);
        assertThat(view.node().lookup("#metrics-row-63")).isNotNull();
        assertThat(view.node().lookup("#metrics-row-64")).isNull();
    }

    @Test
    void noLineIsDrawnAcrossAGap() {
        var image = WaitForAsyncUtils.waitForAsyncFx(60_000, () -> chart.snapshot(null, null));
        var inks = WaitForAsyncUtils.waitForAsyncFx(60_000, () -> chart.palette().colorOf(ChartColor.HATCH));
        var layout = chart.currentLayout();
        var frame = chart.chart().frame();
        int from = (int) layout.x(frame.shareOf(Afternoon.SILENT)) + 3;
        int to = (int) layout.x(frame.shareOf(Afternoon.BACK)) - 3;
        assertThat(to - from).isGreaterThan(20);
        for (int x = from; x < to; x++) {
            for (int y = (int) layout.top(3) + 1; y < layout.bottom(3) - 1; y++) {
                assertThat(image.getPixelReader().getColor(x, y).getSaturation()).as("%d, %d", x, y)
                        .isLessThan(inks.getSaturation() + 0.35);
            }
        }
        assertThat(colourful(image.getPixelReader().getColor(from - 8, (int) lineHeight(from - 8)))).isTrue();
    }

    private double lineHeight(int x) {
        var moment = MetricValuesAtTime
                .nearestTo(chart.chart(), chart.chart().frame().momentAt(chart.currentLayout().shareAt(x)))
                .orElseThrow();
        return chart.currentLayout().y(1, chart.chart().panels().get(1).scale().share(moment.rows().get(5)[1]));
    }

    private static boolean colourful(Color colour) {
        return colour.getSaturation() > 0.6;
    }

    @Test
    void aDigitBringsAGpuForwardAndEscLeavesIt(FxRobot robot) {
        robot.push(KeyCode.DIGIT2);
        assertThat(chart.frontProperty().get()).contains(Afternoon.gpu(2));
        assertThat(text("metrics-front")).isEqualTo("GPU 2");

        robot.push(KeyCode.DOWN);
        assertThat(chart.frontProperty().get()).contains(Afternoon.gpu(3));

        robot.push(KeyCode.ESCAPE);
        assertThat(chart.frontProperty().get()).isEmpty();
    }

    @Test
    void aClickOnALineBringsItForward(FxRobot robot) {
        var at = Instant.parse("2026-11-21T13:38:30Z");
        var gpu6 = desk.history.series(Afternoon.gpu(6), DeviceMetric.POWER, at, at).valueAt(0);
        double y = chart.currentLayout().y(3, chart.chart().panels().get(3).scale().share(gpu6));

        robot.clickOn(place(at.plusSeconds(5), y));

        assertThat(chart.frontProperty().get()).contains(Afternoon.gpu(6));
    }

    @Test
    void draggingZoomsAndEscLeavesTheZoom(FxRobot robot) {
        var from = Instant.parse("2026-11-21T11:30:00Z");
        var to = Instant.parse("2026-11-21T12:00:00Z");

        robot.drag(place(from, middle(1))).dropTo(place(to, middle(1)));

        assertThat(Duration.between(from, chart.chart().frame().from()).abs()).isLessThan(Duration.ofSeconds(30));
        assertThat(Duration.between(to, chart.chart().frame().to()).abs()).isLessThan(Duration.ofSeconds(30));
        robot.push(KeyCode.ESCAPE);
        assertThat(chart.chart().frame()).isEqualTo(ChartTimeFrame.endingAt(Afternoon.END, Duration.ofHours(3)));
    }

    @Test
    void theWheelZoomsWhereThePointerIsAndADoubleClickGoesBack(FxRobot robot) {
        var at = Instant.parse("2026-11-21T12:00:00Z");
        robot.moveTo(place(at, middle(1)));

        // The window system of tests takes down for up.
        robot.scroll(4, VerticalDirection.DOWN);
        var close = chart.chart().frame();
        assertThat(close.length()).isLessThan(Duration.ofHours(2));
        assertThat(close.shareOf(at)).isCloseTo(1 / 3.0, within(0.01));

        robot.scroll(9, VerticalDirection.UP);
        assertThat(chart.chart().frame()).as("all there is")
                .isEqualTo(ChartTimeFrame.endingAt(Afternoon.END, FleetDeviceMetricHistory.SPAN));

        robot.doubleClickOn(place(at, middle(1)));
        assertThat(chart.chart().frame()).isEqualTo(ChartTimeFrame.endingAt(Afternoon.END, Duration.ofHours(3)));
        assertThat(chart.frontProperty().get()).isEmpty();
    }

    @Test
    void draggingWithShiftTakesTheTimeAlong(FxRobot robot) {
        var at = Instant.parse("2026-11-21T12:00:00Z");
        var start = place(at, middle(1));

        robot.press(KeyCode.SHIFT).drag(start).moveTo(place(at.plus(Duration.ofHours(1)), middle(1)));
        assertThat(minutes(chart.chart().frame().to())).as("while it is dragged").isEqualTo(-60);
        robot.drop().release(KeyCode.SHIFT);

        assertThat(chart.chart().frame().length()).isEqualTo(Duration.ofHours(3));
        robot.push(KeyCode.PLUS);
        assertThat(chart.chart().frame().length()).isEqualTo(Duration.ofMinutes(144));
    }

    /** After the present, rounded. */
    private static long minutes(Instant moment) {
        return Math.round(Duration.between(Afternoon.END, moment).toSeconds() / 60.0);
    }

    @Test
    void arrowsGoToEarlierTimesAndBackToThePresent(FxRobot robot) {
        robot.push(KeyCode.LEFT);
        assertThat(chart.chart().frame().to()).isEqualTo(Afternoon.END.minus(Duration.ofMinutes(45)));

        robot.push(KeyCode.RIGHT);
        assertThat(chart.zoomProperty().get()).isEqualTo(Optional.empty());
        assertThat(chart.chart().frame().to()).isEqualTo(Afternoon.END);
    }

    @Test
    void noValueIsCutWhereTextIsLarge() {
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> {
            new ResolvedWindowAppearance(ColorTheme.DARK, RowDensity.NORMAL, WindowAppearance.LARGEST, true)
                    .applyTo(view.node().getScene());
            view.node().getScene().getRoot().applyCss();
            view.node().getScene().getRoot().layout();
        });

        var labels = view.node().lookup("#metrics-values").lookupAll(".values-number");
        assertThat(labels).hasSizeGreaterThan(32);
        assertThat(labels).allSatisfy(
                label -> assertThat(((Text) label.lookup(".text")).getText()).isEqualTo(((Label) label).getText()));
    }

    @Test
    void whoeverIsInSightIsInFocus() {
        var later = Afternoon.END.plusSeconds(60);
        desk.history.record(afternoon.readings(later));

        assertThat(desk.history.series(new DeviceSeriesKey(Afternoon.NODE, "GPU-0", DeviceSeriesKey.WHOLE),
                DeviceMetric.SM_CLOCK, later, later).valueAt(0)).isEqualTo(1755);
    }
}
