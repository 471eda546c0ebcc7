package tessera.ui.metrics;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import javafx.beans.property.SimpleObjectProperty;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.BorderPane;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.util.WaitForAsyncUtils;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.cluster.kubeconfig.SecretText;
import tessera.cluster.monitoring.ConfiguredPrometheusAccess;
import tessera.cluster.monitoring.ConfiguredPrometheusClient;
import tessera.demo.SimulatedCluster;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryStatus;
import tessera.ui.Stage;
import tessera.ui.kit.ColorTheme;

import static org.assertj.core.api.Assertions.assertThat;

/** Draws what the Prometheus of the simulated cluster is asked, typed and by a dashboard, to {@code target/gallery/}. */
@Tag("gallery")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init")
class PromqlPicturesTest {

    private static final String SERVICE = "/api/v1/namespaces/monitoring/services/prometheus-operated:web/proxy";
    private static final String DASHBOARD = """
            {"title": "GPU fleet", "templating": {"list": [{"name": "node", "label": "Node", "type": "query",
              "includeAll": true, "multi": true, "query": "label_values(DCGM_FI_DEV_GPU_TEMP, Hostname)",
              "current": {"value": ["$__all"]}}]},
             "panels": [
              {"type": "stat", "title": "Power of the fleet", "fieldConfig": {"defaults": {"unit": "watt"}},
               "targets": [{"expr": "sum(DCGM_FI_DEV_POWER_USAGE{Hostname=~\\"$node\\"})", "instant": true}]},
              {"type": "stat", "title": "GPUs that tell", "targets": [{"expr":
               "count(DCGM_FI_DEV_GPU_TEMP{Hostname=~\\"$node\\"})"}]},
              {"type": "gauge", "title": "Warmest", "fieldConfig": {"defaults": {"unit": "celsius"}},
               "targets": [{"expr": "max(DCGM_FI_DEV_GPU_TEMP{Hostname=~\\"$node\\"})"}]},
              {"type": "table", "title": "Busiest nodes", "fieldConfig": {"defaults": {"unit": "percent"}},
               "targets": [{"expr": "topk(5, avg by (Hostname) (DCGM_FI_DEV_GPU_UTIL))", "instant": true,
                "legendFormat": "{{Hostname}}"}]},
              {"type": "timeseries", "title": "Busy", "fieldConfig": {"defaults": {"unit": "percent"}}, "targets": [
               {"expr": "avg by (Hostname) (DCGM_FI_DEV_GPU_UTIL{Hostname=~\\"$node\\"})",
                "legendFormat": "{{Hostname}}"}]},
              {"type": "timeseries", "title": "Temperature", "fieldConfig": {"defaults": {"unit": "celsius"}},
               "targets": [{"expr": "max by (Hostname) (DCGM_FI_DEV_GPU_TEMP{Hostname=~\\"$node\\"})",
                "legendFormat": "{{Hostname}}"}]},
              {"type": "graph", "title": "Power", "yaxes": [{"format": "watt"}], "targets": [
               {"expr": "sum(DCGM_FI_DEV_POWER_USAGE)", "legendFormat": "fleet"}]},
              {"type": "heatmap", "title": "Spread", "targets": [{"expr": "up"}]}]}
            """;
    private static final int FRAME_WIDTH = 72;
    private static final int FRAME_HEIGHT = 78;

    @TempDir
    private Path folder;
    private SimulatedCluster cluster;
    private ConfiguredPrometheusClient way;
    private PrometheusDiscoveryStatus discoveryStatus;

    @BeforeAll
    void begin() throws Exception {
        Stage.start();
        cluster = SimulatedCluster
                .start(SimulatedCluster.SimulationOptions.defaultOptions().withTls(false).withActivity(false));
        var token = Pattern.compile("token: (\\S+)").matcher(cluster.kubeconfig());
        assertThat(token.find()).isTrue();
        way = ConfiguredPrometheusClient.open(
                ConfiguredPrometheusAccess.of(cluster.url() + SERVICE)
                        .withLogin(new ConfiguredPrometheusAccess.BearerLogin(new SecretText(token.group(1)))),
                new ProcessEnvironment(Map.of(), Path.of("/"), Path.of("/"), null));
        discoveryStatus = new PrometheusDiscoveryStatus.PrometheusAvailable("Prometheus monitoring/prometheus-operated",
                "3.14.0", true, new PrometheusClient(way, Duration.ofSeconds(60)));
    }

    @AfterAll
    void end() {
        way.close();
        cluster.close();
    }

    /** What is drawn, in the window less its frame. */
    private interface Scenery {
        void prepare(PromqlPane pane) throws Exception;
    }

    private void draw(String name, Scenery scenery) throws Exception {
        for (var theme : ColorTheme.values()) {
            for (var size : List.of(new int[] {1440, 900}, new int[] {1920, 1080})) {
                var pane = Stage.fx(() -> {
                    var made = new PromqlPane(ZoneOffset.UTC, new SimpleObjectProperty<>(ChartTimeSpan.HOUR),
                            new SimpleObjectProperty<>(Clock.systemUTC().instant()));
                    var root = new BorderPane(made.node());
                    root.getStyleClass().add("shell");
                    root.rightProperty()
                            .bind(made.dashboardProperty().map(shows -> shows ? null : made.seriesPane().node()));
                    var scene = new Scene(root, size[0] - FRAME_WIDTH, size[1] - FRAME_HEIGHT);
                    theme.applyTo(scene);
                    // What scrolls is drawn anew only in a window.
                    var window = new javafx.stage.Stage();
                    window.setScene(scene);
                    window.show();
                    made.setPrometheus(discoveryStatus);
                    return made;
                });
                scenery.prepare(pane);
                WaitForAsyncUtils.sleep(500, TimeUnit.MILLISECONDS);
                var image = Stage.fx(() -> {
                    var scene = pane.node().getScene();
                    var drawn = scene.snapshot(null);
                    scene.getWindow().hide();
                    return drawn;
                });
                Stage.save(image, Path.of("target", "gallery",
                        "promql-%s-%d-%s.png".formatted(name, size[0], theme.name().toLowerCase(Locale.ROOT))));
            }
        }
    }

    private static void ask(PromqlPane pane, String query) throws Exception {
        Stage.fx(() -> {
            var field = (TextField) pane.node().lookup("#promql-field");
            field.setText(query);
            field.fireEvent(new KeyEvent(KeyEvent.KEY_PRESSED, "", "", KeyCode.ENTER, false, false, false, false));
            return true;
        });
        WaitForAsyncUtils.waitFor(240, TimeUnit.SECONDS, () -> Stage.fx(() -> !pane.chart().panels().isEmpty()));
        Stage.fx(() -> {
            var chart = pane.node().lookup("#promql-chart");
            pane.node().getScene().snapshot(null);
            chart.fireEvent(new MouseEvent(MouseEvent.MOUSE_MOVED, chart.getLayoutBounds().getWidth() * 0.7, 100, 0, 0,
                    MouseButton.NONE, 0, false, false, false, false, false, false, false, false, false, false, null));
            return true;
        });
    }

    @Test
    void aQueryIsDrawn() throws Exception {
        draw("query", pane -> ask(pane, "avg by (Hostname) (DCGM_FI_DEV_GPU_UTIL)"));
    }

    @Test
    void aDashboardIsDrawn() throws Exception {
        var file = Files.writeString(folder.resolve("dashboard.json"), DASHBOARD);
        draw("dashboard", pane -> {
            Stage.fx(() -> {
                pane.openDashboard(file);
                return true;
            });
            WaitForAsyncUtils.waitFor(240, TimeUnit.SECONDS, () -> Stage.fx(() -> {
                var labels = pane.node().lookupAll(".label");
                return !pane.node().lookupAll(".panel-card").isEmpty()
                        && labels.stream().noneMatch(label -> ((Label) label).getText().equals("querying…"))
                        && pane.node().lookupAll(".placeholder").stream().noneMatch(Node::isVisible);
            }));
        });
    }
}
