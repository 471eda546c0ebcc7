package tessera.ui.metrics;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import javafx.geometry.Point2D;
import javafx.geometry.VerticalDirection;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;
import tessera.cluster.fixture.ScriptedServer.Exchange;
import tessera.metrics.prometheus.grafana.GrafanaDashboard;

import static org.assertj.core.api.Assertions.assertThat;

/** A dashboard of Grafana as a page of charts, asked of a Prometheus over HTTP. */
@ExtendWith(ApplicationExtension.class)
class DashboardTest extends QueriedPane {

    @TempDir
    private Path folder;
    DashboardTest() throws Exception {
        super(ChartTimeSpan.HOUR);
        prometheus.answer(DashboardTest::answer);
    }

    @Start
    void open(Stage stage) {
        show(stage, 1300, 800);
    }

    private static void answer(Exchange exchange) throws Exception {
        var query = ScriptedPrometheus.parameters(exchange).getOrDefault("query", "");
        if (exchange.path().endsWith("/label/gpu/values")) {
            exchange.json(200, "{\"status\":\"success\",\"data\":[\"3\",\"4\"]}");
        } else if (query.startsWith("sum(")) {
            exchange.json(200, "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":"
                    + "[{\"metric\":{},\"value\":[1,\"5040\"]}]}}");
        } else if (query.startsWith("quantile")) {
            exchange.json(422, "{\"status\":\"error\",\"errorType\":\"execution\",\"error\":\"too many samples\"}");
        } else {
            exchange.json(200,
                    ScriptedPrometheus.matrix(exchange, Map.of("\"Hostname\":\"h100-04\",\"gpu\":\"3\"", 61.0)));
        }
    }

    private static void await(BooleanSupplier condition) throws TimeoutException {
        WaitForAsyncUtils.waitFor(3, TimeUnit.MINUTES, () -> WaitForAsyncUtils.asyncFx(condition::getAsBoolean).get());
    }

    private boolean says(String text) {
        return root.lookupAll(".label").stream().anyMatch(label -> ((Label) label).getText().contains(text));
    }

    private void show(String json) throws Exception {
        var file = Files.writeString(folder.resolve("dashboard.json"), json);
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> pane.openDashboard(file));
    }

    private static String dashboard() throws Exception {
        try (var file = Objects.requireNonNull(GrafanaDashboard.class.getResourceAsStream("gpu-dashboard.json"))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void everyPanelAsksForItselfAndWhatCannotBeShownIsListed() throws Exception {
        show(dashboard());

        await(() -> says("5.04 kW"));
        // One query of the panel fails; the others are shown all the same.
        await(() -> says("too many samples"));
        assertThat(says("Spread: panels of type “heatmap” are not shown")).isTrue();
        assertThat(prometheus.questions()).anyMatch(
                asked -> asked.getOrDefault("query", "").equals("DCGM_FI_DEV_GPU_TEMP{Hostname=~\".*\", gpu=\"3\"}"));
        assertThat(prometheus.questions())
                .anyMatch(asked -> asked.getOrDefault("match[]", "").equals("DCGM_FI_DEV_GPU_TEMP{Hostname=~\".*\"}"));
    }

    @Test
    void aChartNamesItsSeriesAsTheDashboardSaysInItsUnit() throws Exception {
        show("""
                {"title":"T","panels":[{"type":"timeseries","title":"Temperature","fieldConfig":{"defaults":{"unit":
                 "celsius"}},"targets":[{"expr":"t","legendFormat":"{{Hostname}} GPU {{gpu}}"}]}]}
                """);

        await(() -> says("1  h100-04 GPU 3"));
        assertThat(says("T")).isTrue();

        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> span.set(ChartTimeSpan.DAY));
        await(() -> prometheus.questions().stream().anyMatch(asked -> "120.000".equals(asked.get("step"))));
    }

    private List<StackedMetricChartsPane> charts() {
        return root.lookupAll(".time-charts").stream().filter(StackedMetricChartsPane.class::isInstance)
                .map(StackedMetricChartsPane.class::cast).filter(chart -> !chart.chart().panels().isEmpty()).toList();
    }

    private static Point2D place(StackedMetricChartsPane chart, double share) {
        var layout = chart.currentLayout();
        return WaitForAsyncUtils.waitForAsyncFx(60_000, () -> chart.localToScreen(layout.x(share), layout.y(0, 0.5)));
    }

    @Test
    void oneCrosshairAndOneHandAreForAllChartsOfADashboard(FxRobot robot) throws Exception {
        show("""
                {"title":"T","panels":[
                 {"type":"timeseries","title":"A","targets":[{"expr":"a","legendFormat":"one"}]},
                 {"type":"timeseries","title":"B","targets":[{"expr":"b","legendFormat":"two"}]},
                 {"type":"stat","title":"C","targets":[{"expr":"sum(c)"}]}]}
                """);
        await(() -> charts().size() == 2);
        var charts = charts();
        WaitForAsyncUtils.waitForFxEvents();

        robot.moveTo(place(charts.getFirst(), 0.5));
        await(() -> charts.stream().allMatch(chart -> chart.pointedProperty().get().isPresent()));
        assertThat(charts.get(1).pointedProperty().get()).as("the same moment").map(MetricValuesAtTime::at)
                .isEqualTo(charts.getFirst().pointedProperty().get().map(MetricValuesAtTime::at));
        assertThat(says("61")).as("the value under it, beside the name").isTrue();

        robot.drag(place(charts.getFirst(), 0.25)).dropTo(place(charts.getFirst(), 0.75));
        await(() -> charts.get(1).chart().frame().length().compareTo(Duration.ofMinutes(31)) < 0);
        assertThat(charts.get(1).chart().frame()).isEqualTo(charts.getFirst().chart().frame());
        var end = charts.getFirst().chart().frame().to();
        await(() -> prometheus.questions().stream().anyMatch(asked -> "sum(c)".equals(asked.get("query"))
                && asked.getOrDefault("time", "").startsWith(Long.toString(end.getEpochSecond()))));

        robot.moveTo(place(charts.get(1), 0.5)).push(KeyCode.ESCAPE);
        await(() -> charts.stream().allMatch(chart -> chart.zoomProperty().get().isEmpty()));

        robot.press(KeyCode.CONTROL).scroll(2, VerticalDirection.DOWN).release(KeyCode.CONTROL);
        await(() -> charts.getFirst().chart().frame().length().compareTo(Duration.ofHours(1)) < 0);
    }

    @Test
    void whatIsNoDashboardIsSaidAndADashboardCanBeLeft() throws Exception {
        show("{}");
        await(() -> says("This is not a Grafana dashboard"));

        show(dashboard());
        await(() -> root.lookup("#dashboard-title") != null);
        assertThat(pane.dashboardProperty().get()).isTrue();
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> ((Button) root.lookup("#dashboard-close")).fire());
        assertThat(pane.dashboardProperty().get()).isFalse();
    }
}
