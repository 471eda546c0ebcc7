package tessera.app.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tessera.app.Program;
import tessera.app.Program.Outcome;
import tessera.demo.SimulatedCluster;
import tessera.demo.SimulatedCluster.SimulationOptions;

import static org.assertj.core.api.Assertions.assertThat;

/** What one gets for asking what fires. */
class AlertsCommandTest {

    @TempDir
    private static Path home;
    private static SimulatedCluster cluster;
    private static String kubeconfig;

    @BeforeAll
    static void serve() throws IOException {
        cluster = SimulatedCluster.start(SimulationOptions.defaultOptions().withActivity(false));
        kubeconfig = Files.writeString(home.resolve("kubeconfig"), cluster.kubeconfig()).toString();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static Outcome run(String... arguments) throws IOException, InterruptedException {
        return new Program(home).run(arguments);
    }

    private static JsonNode found(JsonNode list, String rule, String node) {
        return StreamSupport.stream(list.path("alerts").spliterator(), false)
                .filter(alert -> alert.path("rule").asText().equals(rule)
                        && alert.path("subject").path("node").asText().equals(node))
                .findFirst().orElseThrow(() -> new AssertionError(rule + " of " + node + " is not in " + list));
    }

    /** The program of a user who wants to be told of devices that are this warm: how warm one is depends on the time of day. */
    private static Program warnedAt(int celsius) throws IOException {
        var own = home.resolve("at" + celsius);
        Files.writeString(Files.createDirectories(own.resolve("tessera")).resolve("alerts.json"),
                "{\"thresholds\": {\"gpu-temperature-warning\": %d}}".formatted(celsius));
        return new Program(home).with("XDG_CONFIG_HOME", own.toString());
    }

    @Test
    void whatIsWrongIsPrintedAndIsNoFailureOfTheCommand() throws Exception {
        var outcome = run("alerts", "--kubeconfig", kubeconfig);

        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.out().lines().findFirst().orElseThrow().split(" +")).containsExactly("SEVERITY", "STATE",
                "SINCE", "WHAT");
        assertThat(outcome.out().lines().filter(line -> line.contains("h100-08") && line.startsWith("critical")))
                .as("one cause, one alert").singleElement().asString()
                .matches("critical +firing +before now .*"
                        + "1 device of h100-08 has been withheld from the scheduler: GPU \\d of h100-08 shows XID 79, "
                        + "GPU has fallen off the bus.*");
        assertThat(outcome.err()).contains("not measured:").contains("t4-02");
    }

    @Test
    void thresholdsThatTheUserSetCountAndAreExported() throws Exception {
        var program = warnedAt(30);

        var outcome = program.run("alerts", "--kubeconfig", kubeconfig);
        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.out()).contains("°C, above 30 °C");
        assertThat(outcome.out().lines().filter(line -> line.matches(".* GPU \\d of h100-01 is at .*")))
                .as("eight GPUs that are too warm").singleElement()
                .satisfies(line -> assertThat(line).endsWith("°C, above 30 °C, also on 7 more devices there"));
        assertThat(program.run("alerts", "-o", "wide", "--kubeconfig", kubeconfig).out().lines()
                .filter(line -> line.matches(".* GPU \\d of h100-01 is at .*"))).hasSize(8);
        var exported = program.run("alerts", "--export", "rules");
        assertThat(exported.out()).contains("DCGM_FI_DEV_GPU_TEMP < 150) > 30");
    }

    @Test
    void alertsAsJsonHaveTheirDocumentedShape() throws Exception {
        var outcome = warnedAt(40).run("alerts", "-o", "json", "--kubeconfig", kubeconfig);

        assertThat(outcome.code()).as(outcome.err()).isZero();
        var list = new ObjectMapper().readTree(outcome.out());
        assertThat(list.path("apiVersion").asText()).isEqualTo("tessera/v1");
        assertThat(list.path("kind").asText()).isEqualTo("AlertList");
        assertThat(list.path("measuredCompletely").asBoolean(true)).isFalse();
        var hot = found(list, "gpu-temperature-warning", "h100-03");
        assertThat(hot.path("state").asText()).isEqualTo("pending");
        assertThat(hot.path("severity").asText()).isEqualTo("warning");
        assertThat(hot.path("patienceSeconds").asLong()).isEqualTo(300);
        assertThat(hot.path("measure").path("value").asDouble()).isGreaterThan(40);
        assertThat(hot.path("measure").path("threshold").asDouble()).isEqualTo(40);
        assertThat(hot.path("measure").path("unit").asText()).isEqualTo("celsius");
        assertThat(hot.path("sentence").asText()).matches("GPU \\d of h100-03 is at [\\d.]+ °C, above 40 °C");
        var silent = found(list, "exporter-silent", "t4-02");
        assertThat(silent.path("measure").isNull()).isTrue();
        assertThat(silent.path("subject").path("device").isNull()).isTrue();
        assertThat(silent.path("evidence")).isNotEmpty();
    }

    @Test
    void theRulesAreExportedWithoutACluster() throws Exception {
        var resource = run("alerts", "--export", "prometheusrule", "--rule-namespace", "gpu-alerts", "--rule-label",
                "release=kube-prometheus-stack", "--kubeconfig", home.resolve("nowhere").toString());

        assertThat(resource.code()).as(resource.err()).isZero();
        assertThat(resource.err()).contains("mig-change-stuck");
        var tree = new YAMLMapper().readTree(resource.out());
        assertThat(tree.path("kind").asText()).isEqualTo("PrometheusRule");
        assertThat(tree.path("metadata").path("namespace").asText()).isEqualTo("gpu-alerts");
        assertThat(tree.path("metadata").path("labels").path("release").asText()).isEqualTo("kube-prometheus-stack");

        var file = new YAMLMapper().readTree(run("alerts", "--export", "rules").out());
        assertThat(file.path("groups").path(0).path("rules"))
                .isEqualTo(tree.path("spec").path("groups").path(0).path("rules")).isNotEmpty();
    }

    @Test
    void anUnknownKindOfExportIsNotUnderstood() throws Exception {
        var outcome = run("alerts", "--export", "nagios");

        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.err()).startsWith("tessera: ").contains("nagios");
        assertThat(run("alerts", "--export", "rules", "--rule-label", "a=b").err())
                .contains("require --export prometheusrule");
    }
}
