package tessera.ui.metrics;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;
import tessera.cluster.fixture.ScriptedServer.Exchange;
import tessera.metrics.prometheus.grafana.Dashboard;

import static org.assertj.core.api.Assertions.assertThat;

/** A dashboard of Grafana as a page of charts, asked of a Prometheus over HTTP. */
@ExtendWith(ApplicationExtension.class)
class DashboardTest extends QueriedPane {

    @TempDir
    private Path folder;
    DashboardTest() throws Exception {
        super(Span.HOUR);
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
            exchange.json(200, ScriptedPrometheus.matrix(exchange,
                    Map.of("\"Hostname\":\"h100-04\",\"gpu\":\"3\"", 61.0)));
        }
    }

    private static void await(BooleanSupplier condition) throws TimeoutException {
        WaitForAsyncUtils.waitFor(60, TimeUnit.SECONDS,
                () -> WaitForAsyncUtils.asyncFx(condition::getAsBoolean).get());
    }

    private boolean says(String words) {
        return root.lookupAll(".label").stream().anyMatch(label -> ((Label) label).getText().contains(words));
    }

    private void show(String json) throws Exception {
        var file = Files.writeString(folder.resolve("dashboard.json"), json);
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> pane.show(file));
    }

    private static String dashboard() throws Exception {
        try (var file = Objects.requireNonNull(Dashboard.class.getResourceAsStream("gpu-dashboard.json"))) {
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
        assertThat(prometheus.questions()).anyMatch(asked -> asked.getOrDefault("query", "")
                .equals("DCGM_FI_DEV_GPU_TEMP{Hostname=~\".*\", gpu=\"3\"}"));
        assertThat(prometheus.questions()).anyMatch(asked -> asked.getOrDefault("match[]", "")
                .equals("DCGM_FI_DEV_GPU_TEMP{Hostname=~\".*\"}"));
    }

    @Test
    void aChartNamesItsSeriesAsTheDashboardSaysInItsUnit() throws Exception {
        show("""
                {"title":"T","panels":[{"type":"timeseries","title":"Temperature","fieldConfig":{"defaults":{"unit":
                 "celsius"}},"targets":[{"expr":"t","legendFormat":"{{Hostname}} GPU {{gpu}}"}]}]}
                """);

        await(() -> says("1  h100-04 GPU 3"));
        assertThat(says("T")).isTrue();

        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> span.set(Span.DAY));
        await(() -> prometheus.questions().stream().anyMatch(asked -> "120.000".equals(asked.get("step"))));
    }

    @Test
    void whatIsNoDashboardIsSaidAndADashboardCanBeLeft() throws Exception {
        show("{}");
        await(() -> says("This is no dashboard of Grafana"));

        show(dashboard());
        await(() -> root.lookup("#dashboard-title") != null);
        assertThat(pane.dashboardProperty().get()).isTrue();
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> ((Button) root.lookup("#dashboard-close")).fire());
        assertThat(pane.dashboardProperty().get()).isFalse();
    }
}
