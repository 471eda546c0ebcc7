package tessera.metrics.prometheus.grafana;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tessera.metrics.exposition.SeriesLabelSet;
import tessera.metrics.prometheus.grafana.GrafanaDashboard.DashboardVariable;
import tessera.metrics.prometheus.grafana.GrafanaDashboard.GrafanaPanel;
import tessera.metrics.prometheus.grafana.GrafanaDashboard.LabelValuesQuery;
import tessera.metrics.prometheus.grafana.GrafanaDashboard.PanelVisualizationType;
import tessera.metrics.prometheus.grafana.GrafanaDashboard.UnsupportedDashboardPart;
import tessera.metrics.prometheus.grafana.GrafanaDashboardReason.DatasourceUnsupported;
import tessera.metrics.prometheus.grafana.GrafanaDashboardReason.PanelTypeUnsupported;
import tessera.metrics.prometheus.grafana.GrafanaDashboardReason.QueryMissing;
import tessera.metrics.prometheus.grafana.GrafanaDashboardReason.TransformationsIgnored;
import tessera.metrics.prometheus.grafana.GrafanaDashboardReason.VariableQueryUnsupported;
import tessera.metrics.prometheus.grafana.GrafanaDashboardReason.VariableTypeUnsupported;
import tessera.metrics.prometheus.grafana.GrafanaDashboardReason.VariableUnknown;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** What becomes of dashboards that were made for Grafana. */
class GrafanaDashboardReaderTest {

    private static GrafanaDashboard read() throws IOException, ProblemException {
        try (var file = Objects
                .requireNonNull(GrafanaDashboardReaderTest.class.getResourceAsStream("gpu-dashboard.json"))) {
            return GrafanaDashboardReader.read(new String(file.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void panelsThatAskAPrometheusAreShownAlsoThoseInFoldedRows() throws Exception {
        var panels = read().panels();

        assertThat(panels).extracting(GrafanaPanel::title).containsExactly("Power", "Temperature");
        assertThat(panels).extracting(GrafanaPanel::visualization).containsExactly(PanelVisualizationType.NUMBERS,
                PanelVisualizationType.CHART);
        assertThat(panels).extracting(GrafanaPanel::unit).containsExactly("watt", "celsius");
        assertThat(panels.getLast().targets()).hasSize(2);
        assertThat(panels.getLast().targets().getLast().legend()).isEmpty();
    }

    @Test
    void whatCannotBeShownIsNamedWithTheReason() throws Exception {
        assertThat(read().leftOut()).containsExactly(
                new UnsupportedDashboardPart("$found", new VariableQueryUnsupported("query_result(up)")),
                new UnsupportedDashboardPart("$filters", new VariableTypeUnsupported("adhoc")),
                new UnsupportedDashboardPart("Temperature", new TransformationsIgnored()),
                new UnsupportedDashboardPart("Logs", new DatasourceUnsupported("loki")),
                new UnsupportedDashboardPart("Spread", new PanelTypeUnsupported("heatmap")),
                new UnsupportedDashboardPart("Found", new VariableUnknown("found")),
                new UnsupportedDashboardPart("Empty", new QueryMissing()));
    }

    @Test
    void variablesKnowWhatCanBeChosenAndWhatIsAtFirst() throws Exception {
        assertThat(read().variables()).containsExactly(
                new DashboardVariable("datasource", "datasource", List.of("Prometheus"), LabelValuesQuery.NOTHING,
                        "default", ""),
                new DashboardVariable("node", "Node", List.of(),
                        new LabelValuesQuery("DCGM_FI_DEV_GPU_TEMP", "Hostname"), ".*", ".*"),
                new DashboardVariable("gpu", "gpu", List.of(),
                        new LabelValuesQuery("DCGM_FI_DEV_GPU_TEMP{Hostname=~\"$node\"}", "gpu"), "", ""),
                new DashboardVariable("quantile", "quantile", List.of("0.5", "0.9", "0.99"), LabelValuesQuery.NOTHING,
                        "0.9", ""));
    }

    @Test
    void valuesTakeThePlaceOfVariablesHoweverTheseAreWritten() {
        var values = Map.of("node", "h100-01", "q", "0.9");

        assertThat(GrafanaVariableExpander.expandQuery("a{n=~\"$node\",m=\"${node:regex}\"} > [[q]] + $other", values,
                Duration.ofDays(1), Duration.ofMinutes(2))).isEqualTo("a{n=~\"h100-01\",m=\"h100-01\"} > 0.9 + $other");
        assertThat(GrafanaVariableExpander.expandQuery("rate(a[$__rate_interval]) + b[$__range] + c[$__interval]",
                values, Duration.ofHours(6), Duration.ofSeconds(30))).isEqualTo("rate(a[120s]) + b[21600s] + c[30s]");
        assertThat(GrafanaVariableExpander.anyOf(List.of("a.b", "c"))).isEqualTo("(a\\\\.b|c)");
        assertThat(GrafanaVariableExpander.expandLegend("{{Hostname}} GPU {{ gpu }}{{none}}",
                SeriesLabelSet.of(List.of("Hostname", "gpu"), List.of("h100-01", "3")))).isEqualTo("h100-01 GPU 3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "{\"title\":\"x\"}", "<html>", "{\"panels\":{}}"})
    void whatIsNoDashboardIsSaidToBeNone(String text) {
        var problemException = catchThrowableOfType(ProblemException.class, () -> GrafanaDashboardReader.read(text));

        assertThat(problemException.problem().kind()).isEqualTo(OperationProblemKind.INVALID);
        assertThat(problemException.problem().headline()).isEqualTo("This is not a Grafana dashboard");
    }

    @Test
    void oddFormsDoNotStopTheReading() throws Exception {
        var dashboard = GrafanaDashboardReader.read("""
                {"dashboard":{"rows":[{"panels":[
                 {"type":"graph","title":"","datasource":"Prometheus","yaxes":[{"format":"percentunit"}],
                  "targets":[{"expr":"up"},{"expr":7},null,{}]},
                 {"type":"graph","title":"Null","targets":null},{"type":null},"text"]}],
                 "templating":{"list":[null,{"name":"x"}]}}}
                """);

        assertThat(dashboard.panels()).singleElement().satisfies(panel -> {
            assertThat(panel.title()).isEqualTo("Untitled");
            assertThat(panel.unit()).isEqualTo("percentunit");
        });
        assertThat(dashboard.leftOut()).isNotEmpty();
    }
}
