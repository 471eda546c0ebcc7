package tessera.alerts.export;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tessera.alerts.AlertRule;
import tessera.alerts.AlertRuleOverrides;
import tessera.alerts.AlertRules;
import tessera.alerts.XidCatalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

class PrometheusRuleExportTest {

    private static final AlertRules RULES = AlertRules.standardRules();
    private static final PrometheusRuleExport EXPORT = new PrometheusRuleExport(RULES, XidCatalog.standardCatalog());

    private static JsonNode read(String yaml) throws IOException {
        return new YAMLMapper().readTree(yaml);
    }

    private static JsonNode rule(String yaml, String name) throws IOException {
        for (var rule : read(yaml).path("groups").path(0).path("rules")) {
            if (rule.path("alert").asText().equals(name)) {
                return rule;
            }
        }
        throw new AssertionError(name + " is not in " + yaml);
    }

    @Test
    void everyRuleIsExportedOrNamedAsLeftOut() throws IOException {
        var rules = read(EXPORT.ruleFile()).path("groups").path(0).path("rules");

        assertThat(rules.size() + EXPORT.omittedRules().size()).isEqualTo(RULES.allRules().size());
        assertThat(EXPORT.omittedRules()).extracting(AlertRule::id).containsExactlyInAnyOrder("gpus-not-offered",
                "mig-change-stuck", "mig-change-failed", "change-stuck");
        assertThat(rules)
                .allSatisfy(rule -> assertThat(rule.path("expr").asText()).isNotBlank().doesNotContain("{threshold}"));
    }

    @Test
    void thresholdsOfTheUserAreExported() throws IOException {
        var changed = new PrometheusRuleExport(RULES.withThresholds(AlertRuleOverrides.noOverrides()
                .withThreshold("memory-nearly-full", 0.9).withThreshold("gpu-temperature-warning", 80)),
                XidCatalog.standardCatalog());

        assertThat(rule(changed.ruleFile(), "GpuMemoryNearlyFull").path("expr").asText()).endsWith(" > 0.9");
        var warning = rule(changed.ruleFile(), "GpuTemperatureWarning");
        assertThat(warning.path("expr").asText()).endsWith(" > 80");
        assertThat(warning.path("for").asText()).isEqualTo("5m");
        assertThat(warning.path("labels").path("severity").asText()).isEqualTo("warning");
    }

    @Test
    void theResourceHoldsTheSameRulesUnderItsNameAndLabels() throws IOException {
        var ruleMetadata = new PrometheusRuleExport.PrometheusRuleMetadata("gpu-alerts", "monitoring",
                Map.of("release", "yes"));

        var resource = read(EXPORT.resourceYaml(ruleMetadata));

        assertThat(resource.path("apiVersion").asText()).isEqualTo("monitoring.coreos.com/v1");
        assertThat(resource.path("kind").asText()).isEqualTo("PrometheusRule");
        assertThat(resource.path("metadata").path("namespace").asText()).isEqualTo("monitoring");
        assertThat(resource.path("metadata").path("labels").path("release").isTextual()).isTrue();
        assertThat(resource.path("spec")).isEqualTo(read(EXPORT.ruleFile()));
    }

    @Test
    void prometheusAcceptsTheRules(@TempDir Path folder) throws Exception {
        assertThat(promtool(folder, "check", "rules", "rules.yaml")).contains("rules found");
    }

    @Test
    void prometheusFindsWithTheRulesWhatIsWrongWithMigAndWithoutAndOnlyThat(@TempDir Path folder) throws Exception {
        try (var cases = Objects.requireNonNull(getClass().getResourceAsStream("cases.yaml"))) {
            Files.copy(cases, folder.resolve("cases.yaml"));
        }

        assertThat(promtool(folder, "test", "rules", "cases.yaml")).contains("SUCCESS");
    }

    private static String promtool(Path folder, String... arguments) throws Exception {
        var program = Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .map(part -> Path.of(part, "promtool")).filter(Files::isExecutable).findFirst();
        assumeTrue(program.isPresent(), "there is no promtool on the PATH");
        Files.writeString(folder.resolve("rules.yaml"), EXPORT.ruleFile());
        var command = new ProcessBuilder(program.map(Path::toString).orElseThrow());
        command.command().addAll(Arrays.asList(arguments));
        var process = command.directory(folder.toFile()).redirectErrorStream(true).start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }
}
