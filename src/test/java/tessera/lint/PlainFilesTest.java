package tessera.lint;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tessera.gpu.AcceleratorCatalog;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.LintSeverity;

import static org.assertj.core.api.Assertions.assertThat;

/** Files that are no objects, and become some, say no less of what is wrong: values of charts, configurations, rules. */
class PlainFilesTest {

    private static final ManifestLinter LINTER = new ManifestLinter(AcceleratorCatalog.standard());
    private static final String POLICY = """
            driver:
              version: "470.82.01"
            mig:
              strategy: both
            devicePlugin:
              env:
              - name: NVIDIA_MPS_ENABLE_TIMESLICING
                value: "1"
              config:
                name: time-slicing
                default: any
                data:
                  four: |-
                    version: v1
                    sharing:
                      timeSlicing:
                        resources:
                        - name: nvidia.com/gpu
                          replicas: 4
                          renameByDefault: true
            daemonsets:
              tolerations:
              - key: sku
                operator: Exists
            """;

    private static List<String> found(String text) {
        return LINTER.check(text, Optional.empty()).stream().map(finding -> finding.rule().id())
                .filter(rule -> !rule.equals("values-unrendered")).distinct().toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"apt install kubectl ", "nvidia-smi mig tee ", "kubectl patch no ", "x "})
    void aScriptIsReadToItsEndHoweverLongItsLinesAre(String text) {
        assertThat(found("""
                apiVersion: v1
                kind: ConfigMap
                metadata:
                  name: scripts
                data:
                  run.sh: |
                    %s
                    az aks enable-addons -a nvidia-device-plugin
                """.formatted(text.repeat(200_000 / text.length())))).contains("command-futile");
    }

    @Test
    void valuesOfTheOperatorsChartAreLookedAtAsItsPolicyIs() {
        assertThat(found(POLICY)).containsExactlyInAnyOrder("driver-ended", "operator-told-wrong", "variable-unknown",
                "plugin-config-passed-over", "toleration-missing");
        assertThat(found("""
                apiVersion: helm.toolkit.fluxcd.io/v2
                kind: HelmRelease
                metadata:
                  name: gpu-operator
                spec:
                  values:
                """ + POLICY.indent(4))).containsExactlyInAnyOrderElementsOf(found(POLICY));
    }

    private static String values(String more) {
        return "driver: {enabled: true}\ntoolkit: {enabled: true}\n" + more;
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " | ", value = {
        "gpuCluster: {deployCR: true}; clusterPolicy: {deployCR: true} | a GPUCluster. Set clusterPolicy.deployCR=false.",
        "devicePlugin: {config: {create: true, data: {}}} | and devicePlugin.config.data. Set both.",
        "ccManager: {defaultMode: on} | Without quotes, “on” is a boolean, but ccManager.defaultMode "
                + "must be a string",
        "ccManager: {defaultMode: always} | Valid: devtools, off and on.",
        "migManager: {config: {default: all-1g.5gb}} | “all-1g.5gb” is not valid for migManager.config.default. Valid: all-disabled and empty.",
        "sandboxWorkloads: {defaultWorkload: vm} | Valid: container, vm-passthrough and vm-vgpu."})
    void whatTheOperatorsChartCannotDoIsTold(String more, String reason) {
        assertThat(LINTER.check(values(more.replace("; ", "\n")), Optional.empty())).anySatisfy(finding -> {
            assertThat(finding.rule().id()).isEqualTo("operator-told-wrong");
            assertThat(finding.reasonText()).contains(reason);
            assertThat(finding.severity()).isEqualTo(LintSeverity.ERROR);
        });
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " | ", value = {
        "gpuCluster: {deployCR: true} | The chart cannot create both a ClusterPolicy and a GPUCluster, "
                + "unless another values file sets clusterPolicy.deployCR=false",
        "gpuCluster: {deployCR: true}; clusterPolicy: {deployCR: false} | With a GPUCluster and "
                + "driver.enabled, the chart fails without the NVIDIADriver CRD, unless another values file sets "
                + "driver.nvidiaDriverCRD.enabled=true",
        "devicePlugin: {config: {create: true}} | With devicePlugin.config.create, the chart cannot create the ConfigMap without devicePlugin.config.name and devicePlugin.config.data, unless another values file sets both"})
    void whatAnotherValuesFileMaySetIsNoError(String more, String reason) {
        assertThat(LINTER.check(values(more.replace("; ", "\n")), Optional.empty())).anySatisfy(finding -> {
            assertThat(finding.reasonText()).isEqualTo(reason);
            assertThat(finding.severity()).isEqualTo(LintSeverity.WARNING);
        }).noneMatch(finding -> finding.severity() == LintSeverity.ERROR);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " | ", value = {
        "cdi: {default: true} | The GPU Operator ignores cdi.default from v25.10 on, because CDI is the " + "default",
        "operator: {defaultRuntime: crio} | The GPU Operator ignores operator.defaultRuntime from "
                + "v25.10 on. The operator detects the runtime of each node."})
    void whatTheOperatorNoLongerReadsIsToldAsIgnored(String more, String reason) {
        assertThat(LINTER.check(values(more), Optional.empty()))
                .filteredOn(finding -> finding.rule().id().equals("operator-setting-ignored")).singleElement()
                .satisfies(finding -> assertThat(finding.reasonText()).isEqualTo(reason));
    }

    @Test
    void aChoiceThatYamlReadsAsTrueIsWrittenInQuotes() {
        var text = values("ccManager: {defaultMode: %s}\n");
        var finding = LINTER.check(text.formatted("on"), Optional.empty()).stream()
                .filter(each -> each.rule().id().equals("operator-told-wrong")).findFirst().orElseThrow();
        assertThat(finding.alternatives()).extracting(fix -> LintFix.apply(text.formatted("on"), List.of(fix)).text())
                .containsExactly(text.formatted("\"on\""));
        var always = LINTER.check(text.formatted("always"), Optional.empty()).stream()
                .filter(each -> each.rule().id().equals("operator-told-wrong")).findFirst().orElseThrow();
        assertThat(always.alternatives())
                .extracting(fix -> LintFix.apply(text.formatted("always"), List.of(fix)).text())
                .containsExactly(text.formatted("devtools"), text.formatted("\"off\""), text.formatted("\"on\""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ccManager: {defaultMode: 'on'}",
        "devicePlugin: {config: {create: true, name: a, data: {b: 'version: v1'}}}",
        "migManager: {config: {default: ''}}", "sandboxWorkloads: {defaultWorkload: vm-vgpu}", "cdi: {default: false}"})
    void whatTheOperatorsChartCanDoIsNotFound(String more) {
        assertThat(found(values(more))).doesNotContain("operator-told-wrong");
    }

    @ParameterizedTest
    @CsvSource({"repository: nvcr.io/nvidia, 1", "enabled: true, 1", "repository: registry.redhat.io/nvidia, 0"})
    void precompiledDriversOfNvidiasRegistryAreNamedByTheirBranch(String more, int found) {
        var text = "driver: {usePrecompiled: true, version: 580.126.20, %s}\ntoolkit: {enabled: true}\n"
                .formatted(more);
        assertThat(LINTER.check(text, Optional.empty()))
                .filteredOn(finding -> finding.rule().id().equals("operator-told-wrong")).hasSize(found)
                .allSatisfy(finding -> {
                    assertThat(finding.severity()).isEqualTo(LintSeverity.HINT);
                    assertThat(finding.alternatives()).as("nothing that unpins").isEmpty();
                });
    }

    @Test
    void valuesOfAChartAreMendedAsAPodWouldBe() {
        var values = """
                nodeSelector:
                  nvidia.com/gpu: "true"
                tolerations:
                - key: nvidia.com/gpu
                  operator: Equal
                  value: present
                resources:
                  requests:
                    nvidia.com/gpu-1g.5gb: 1
                  limits:
                    nvidia.com/gpu-1g.5gb: 1
                worker:
                  resources:
                    requests:
                      nvidia.com/gpu: 2
                    limits:
                      nvidia.com/gpu: 1
                """;

        assertThat(found(values)).containsExactlyInAnyOrder("label-unknown", "toleration-narrow", "resource-name-wrong",
                "gpu-request-differs");
        assertThat(LINTER.applyFixes(values, Optional.empty()).text()).isEqualTo("""
                nodeSelector:
                  nvidia.com/gpu.present: "true"
                tolerations:
                - key: nvidia.com/gpu
                  operator: Exists
                resources:
                  requests:
                    nvidia.com/mig-1g.5gb: 1
                  limits:
                    nvidia.com/mig-1g.5gb: 1
                worker:
                  resources:
                    requests:
                      nvidia.com/gpu: 1
                    limits:
                      nvidia.com/gpu: 1
                """);
    }

    @ParameterizedTest
    @ValueSource(strings = {"nodeSelector: {}\ntolerations: []\nresources: {limits: {nvidia.com/gpu: 0}}\nenv: []\n",
        "resources:\n  limits:\n    nvidia.com/gpu: ${GPUS}\n  requests:\n    nvidia.com/gpu: ${GPUS}\n",
        "driver: {enabled: false}\ntoolkit: {enabled: false}\nmig: {strategy: single}\n",
        "image: {repository: nvidia/cuda, tag: 12.6.0-base-ubuntu22.04}\nresources: {requests: {cpu: 1}}\n",
        "groups:\n- name: gpus\n  rules:\n  - alert: Xid\n    expr: DCGM_FI_DEV_XID_ERRORS > 0\n"})
    void whatIsUsualInSuchFilesIsLeftAlone(String text) {
        assertThat(found(text)).isEmpty();
    }

    @Test
    void aConfigurationOfTheDevicePluginIsReadAsThePluginReadsIt() {
        var found = LINTER.check("""
                version: v1
                sharing:
                  timeSlicing:
                    resources:
                    - name: nvidia.com/gpu
                      replicas: 0
                """, Optional.empty());

        assertThat(found).filteredOn(finding -> finding.rule().id().equals("plugin-config-rejected")).singleElement()
                .satisfies(finding -> assertThat(finding.line()).isEqualTo(6));
    }

    @ParameterizedTest
    @CsvSource({"timeSlicing, '\"100\"', Change to 100", "mps, '\"100\"', Change to 48", "mps, 100, Change to 48",
        "timeSlicing, 1, Change to 2", "timeSlicing, ten,"})
    void replicasAreMendedToTheNearestNumberThatTheirStrategyTakes(String strategy, String written,
            @Nullable String mended) {
        var found = LINTER.check("""
                apiVersion: v1
                kind: ConfigMap
                metadata:
                  name: config
                data:
                  any: |
                    version: v1
                    sharing:
                      %s:
                        resources:
                        - name: nvidia.com/gpu
                          replicas: %s
                """.formatted(strategy, written), Optional.empty());

        assertThat(found).filteredOn(finding -> finding.rule().id().equals("plugin-config-rejected")).singleElement()
                .satisfies(finding -> assertThat(finding.alternatives().stream().map(LintFix::description))
                        .containsExactlyElementsOf(Optional.ofNullable(mended).stream().toList()));
    }

    @Test
    void rulesOfPrometheusAreReadAsPrometheusReadsThem() {
        assertThat(found("""
                groups:
                - name: gpus
                  rules:
                  - alert: Busy
                    expr: DCGM_FI_DEV_GPU_UTIL > 95
                  - alert: Memory
                    expr: DCGM_FI_DEV_FB_MEMORY_USAGE > 70000
                  - alert: Full
                    expr: DCGM_FI_DEV_FB_USED > 70000
                    annotations: {summary: "{{ $value }} MB"}
                """)).containsExactlyInAnyOrder("alert-on-the-normal", "metric-unknown", "unit-megabytes");
    }

    @ParameterizedTest
    @CsvSource({"byFrameRefID, B, 1", "byName, free, 1", "byName, else, 1", "byRegexp, /.*/, 0"})
    void aPanelIsToldOnceOfAUnitThatSomeOfItsQueriesHaveOtherwise(String matcher, String options, int told) {
        var panel = """
                title: GPUs
                schemaVersion: 39
                panels:
                - type: timeseries
                  title: Memory
                  fieldConfig:
                    defaults: {unit: bytes}
                    overrides:
                    - matcher: {id: %s, options: %s}
                      properties: [{id: unit, value: mbytes}]
                  targets:
                  - {refId: A, legendFormat: used, expr: 'DCGM_FI_DEV_FB_USED'}
                  - {refId: B, legendFormat: free, expr: 'sum(DCGM_FI_DEV_FB_FREE)'}
                  - {refId: C, legendFormat: most, expr: 'max(DCGM_FI_DEV_FB_USED)'}
                """.formatted(matcher, options);

        assertThat(LINTER.check(panel, Optional.empty()).stream().map(finding -> finding.rule().id())
                .filter(rule -> rule.equals("panel-unit"))).hasSize(told);
        var second = panel.lines().filter(line -> !line.matches(".*refId: [AC].*")).collect(Collectors.joining("\n"));
        assertThat(found(second).contains("panel-unit")).isEqualTo(options.equals("else"));
    }

    @Test
    @Timeout(60)
    void aLineThatNobodyCouldWaitForIsToldInsteadOfRead() {
        var map = """
                apiVersion: v1
                kind: ConfigMap
                metadata:
                  name: data
                data:
                  data: %s
                """;
        for (var value : List.of("x".repeat(5 << 20), "\"" + "x".repeat(5 << 20) + "\"",
                "|\n    " + "x".repeat(5 << 20), "x #" + " x".repeat(2 << 20))) {
            assertThat(LINTER.check(map.formatted(value), Optional.empty())).singleElement()
                    .satisfies(finding -> assertThat(finding.reasonText()).startsWith("Cannot parse the text as YAML: ")
                            .endsWith(" characters without a line break, too many for any object"));
        }
        assertThat(LINTER.check(map.formatted("x".repeat(5 << 20)), Optional.empty()).getFirst().line()).isEqualTo(6);
    }

    @Test
    void jsonInOneLineIsReadHoweverLongTheLineIs() {
        var pods = "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"a\"},\"spec\":{}},".repeat(30_000);

        assertThat(
                found("{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":[%s{\"apiVersion\":\"v1\",\"kind\":\"Pod\"}]}"
                        .formatted(pods)))
                .doesNotContain("yaml-broken");
    }

    @Test
    void whatIsNoManifestAtAllIsSaidToBeWhatItIs() {
        for (var each : Map.of("a: b\0", "character U+0000 is not allowed", "[".repeat(500),
                "the text is nested too deeply", " ".repeat(9 << 20), "the text is larger than 8 MiB").entrySet()) {
            assertThat(LINTER.check(each.getKey(), Optional.empty())).singleElement()
                    .satisfies(finding -> assertThat(finding.reasonText()).endsWith(each.getValue()));
        }
    }

    @Test
    void theDaemonJsonOfDockerIsCalledThat() {
        for (var text : List.of("{\"default-runtime\": \"nvidia\", \"runtimes\": {}}",
                "{\"runtimes\": {\"nvidia\": {\"path\": \"/usr/bin/nvidia-container-runtime\"}}}")) {
            assertThat(LINTER.check(text, Optional.empty())).singleElement().satisfies(finding -> {
                assertThat(finding.rule().id()).isEqualTo("runtime-config-foreign");
                assertThat(finding.reasonText()).contains("daemon.json");
            });
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {"[%s]; 20500", "'\uFEFF[\n\t%s\n]'; 2", "'\uFEFF{\n\t\"items\":\t[%s]}'; 2"})
    @Timeout(60)
    void jsonIsReadAsJsonWhereverItBegins(String around, int times) {
        var many = "{\"apiVersion\": \"v1\", \"kind\": \"Pod\", \"metadata\": {\"name\": \"a\"}, \"spec\": {}},"
                .repeat(times);

        assertThat(LINTER.check(around.formatted(many.substring(0, many.length() - 1)), Optional.empty()))
                .singleElement()
                .satisfies(finding -> assertThat(finding.reasonText()).isIn(
                        "The API server accepts several objects only as items of a v1 List",
                        "An object requires apiVersion and kind"));
    }
}
