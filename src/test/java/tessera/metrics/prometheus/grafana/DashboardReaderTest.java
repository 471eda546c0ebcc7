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
import tessera.metrics.exposition.LabelSet;
import tessera.metrics.prometheus.grafana.Dashboard.Ask;
import tessera.metrics.prometheus.grafana.Dashboard.Form;
import tessera.metrics.prometheus.grafana.Dashboard.Left;
import tessera.metrics.prometheus.grafana.Dashboard.Panel;
import tessera.metrics.prometheus.grafana.Dashboard.Variable;
import tessera.model.Failure;
import tessera.model.Problem.Kind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** What becomes of dashboards that were made for Grafana. */
class DashboardReaderTest {

    private static Dashboard read() throws IOException, Failure {
        try (var file = Objects
                .requireNonNull(DashboardReaderTest.class.getResourceAsStream("gpu-dashboard.json"))) {
            return DashboardReader.read(new String(file.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void panelsThatAskAPrometheusAreShownAlsoThoseInFoldedRows() throws Exception {
        var panels = read().panels();

        assertThat(panels).extracting(Panel::title).containsExactly("Power", "Temperature");
        assertThat(panels).extracting(Panel::form).containsExactly(Form.NUMBERS, Form.CHART);
        assertThat(panels).extracting(Panel::unit).containsExactly("watt", "celsius");
        assertThat(panels.getLast().targets()).hasSize(2);
        assertThat(panels.getLast().targets().getLast().legend()).isEmpty();
    }

    @Test
    void whatCannotBeShownIsNamedWithTheReason() throws Exception {
        assertThat(read().leftOut()).containsExactly(
                new Left("$found", "only label_values(…) is understood, not “query_result(up)”"),
                new Left("$filters", "variables of type “adhoc” are not understood"),
                new Left("Temperature", "it is shown without its transformations"),
                new Left("Logs", "it asks loki, not a Prometheus"),
                new Left("Spread", "panels of type “heatmap” are not shown"),
                new Left("Found", "it uses $found, which is not known here"),
                new Left("Empty", "it asks for nothing"));
    }

    @Test
    void variablesKnowWhatCanBeChosenAndWhatIsAtFirst() throws Exception {
        assertThat(read().variables()).containsExactly(
                new Variable("datasource", "datasource", List.of("Prometheus"), Ask.NOTHING, "default", ""),
                new Variable("node", "Node", List.of(), new Ask("DCGM_FI_DEV_GPU_TEMP", "Hostname"), ".*", ".*"),
                new Variable("gpu", "gpu", List.of(), new Ask("DCGM_FI_DEV_GPU_TEMP{Hostname=~\"$node\"}", "gpu"), "",
                        ""),
                new Variable("quantile", "quantile", List.of("0.5", "0.9", "0.99"), Ask.NOTHING, "0.9", ""));
    }

    @Test
    void valuesTakeThePlaceOfVariablesHoweverTheseAreWritten() {
        var values = Map.of("node", "h100-01", "q", "0.9");

        assertThat(Template.query("a{n=~\"$node\",m=\"${node:regex}\"} > [[q]] + $other", values, Duration.ofDays(1),
                Duration.ofMinutes(2))).isEqualTo("a{n=~\"h100-01\",m=\"h100-01\"} > 0.9 + $other");
        assertThat(Template.query("rate(a[$__rate_interval]) + b[$__range] + c[$__interval]", values,
                Duration.ofHours(6), Duration.ofSeconds(30)))
                .isEqualTo("rate(a[120s]) + b[21600s] + c[30s]");
        assertThat(Template.anyOf(List.of("a.b", "c"))).isEqualTo("(a\\\\.b|c)");
        assertThat(Template.legend("{{Hostname}} GPU {{ gpu }}{{none}}",
                LabelSet.of(List.of("Hostname", "gpu"), List.of("h100-01", "3")))).isEqualTo("h100-01 GPU 3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "{\"title\":\"x\"}", "<html>", "{\"panels\":{}}"})
    void whatIsNoDashboardIsSaidToBeNone(String text) {
        var failure = catchThrowableOfType(Failure.class, () -> DashboardReader.read(text));

        assertThat(failure.problem().kind()).isEqualTo(Kind.INVALID);
        assertThat(failure.problem().headline()).isEqualTo("This is no dashboard of Grafana");
    }

    @Test
    void oddFormsDoNotStopTheReading() throws Exception {
        var dashboard = DashboardReader.read("""
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
