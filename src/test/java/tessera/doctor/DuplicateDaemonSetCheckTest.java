package tessera.doctor;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.gpu.Sample;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.gpu.Sample.node;

/** Who does the same work twice on a node is told, and who only looks like it is not. */
class DuplicateDaemonSetCheckTest {

    private final Sample sample = new Sample();

    private void gpus(String... names) {
        for (var name : names) {
            sample.with(node(name).nvidia("NVIDIA-L40S", 4).has("nvidia.com/gpu", 4));
        }
    }

    /** A pod of a DaemonSet, told by a label. */
    private void runs(String node, String key, String set, String label, String value) {
        sample.pod(key, node, "cpu", 1, Map.of(label, value)).ofDaemonSet(set);
    }

    private void operators(String node) {
        runs(node, "gpu-operator/plugin-" + node, "nvidia-device-plugin-daemonset", "app",
                "nvidia-device-plugin-daemonset");
    }

    @Test
    void aDevicePluginBesideThatOfTheOperatorIsTold() {
        gpus("a", "b");
        operators("a");
        operators("b");
        runs("a", "kube-system/google-1", "nvidia-gpu-device-plugin", "k8s-app", "nvidia-gpu-device-plugin");

        assertThat(Examined.findings(sample)).singleElement().satisfies(finding -> {
            assertThat(finding.headline()).isEqualTo("Two device plugins run on a: "
                    + "gpu-operator/nvidia-device-plugin-daemonset and kube-system/nvidia-gpu-device-plugin");
            assertThat(finding.evidence()).containsExactly("a runs gpu-operator/plugin-a and kube-system/google-1");
            assertThat(finding.remedy()).startsWith("Keep one");
        });
    }

    @Test
    void nodesOnWhichTheSamePluginsMeetAreOneFindingAndOneOfThemIsToldByItself() {
        gpus("a", "b", "c", "d", "e");
        for (var name : new String[] {"a", "b", "c", "d", "e"}) {
            operators(name);
            runs(name, "hami/its-" + name, "hami-device-plugin", "app.kubernetes.io/component", "hami-device-plugin");
        }

        assertThat(Examined.findings(sample)).singleElement().satisfies(finding -> {
            assertThat(finding.headline()).startsWith("Two device plugins run on a, b, c, d and 1 more: ");
            assertThat(finding.evidence()).hasSize(4);
        });
        assertThat(Examined.findings(Examined.known(sample.fleet()), DiagnosisScope.ofNode("e"))).singleElement()
                .satisfies(finding -> assertThat(finding.node()).isEqualTo("e"));
    }

    @ParameterizedTest
    @CsvSource({"nvdp-nvidia-device-plugin, 1", "nvdp-nvidia-device-plugin-gpu-feature-discovery, 0",
        "nvdp-nvidia-device-plugin-mps-control-daemon, 0"})
    void whatAChartBringsBesideItsPluginIsNone(String set, int told) {
        gpus("a");
        operators("a");
        runs("a", "plugin/pod", set, "app.kubernetes.io/name", "nvidia-device-plugin");

        assertThat(Examined.findings(sample)).hasSize(told);
    }

    @Test
    void pluginsThatOfferDevicesByNamesOfTheirOwnGetAlong() {
        sample.with(node("a").nvidia("NVIDIA-L40S", 4).has("nvidia.com/gpu", 2).has("nvidia.com/gpu.shared", 8));
        operators("a");
        runs("a", "hami/pod", "hami-device-plugin", "app.kubernetes.io/component", "hami-device-plugin");

        assertThat(Examined.findings(sample)).extracting(DiagnosisFinding::id).doesNotContain("two-plugins");
    }

    @Test
    void aPluginThatDoesNotRunAndAnotherPodOfTheSameSetAreNone() {
        gpus("a");
        operators("a");
        runs("a", "gpu-operator/plugin-new", "nvidia-device-plugin-daemonset", "app", "nvidia-device-plugin-daemonset");
        runs("a", "plugin/pod", "nvdp", "app.kubernetes.io/name", "nvidia-device-plugin");
        sample.troubled("CrashLoopBackOff", "");

        assertThat(Examined.findings(sample)).isEmpty();
    }

    @Test
    void anExporterBesideThatOfTheOperatorIsTold() {
        gpus("a");
        runs("a", "gpu-operator/one", "nvidia-dcgm-exporter", "app", "nvidia-dcgm-exporter");
        assertThat(Examined.findings(sample)).isEmpty();
        runs("a", "monitoring/two", "dcgm-exporter", "app.kubernetes.io/name", "dcgm-exporter");

        assertThat(Examined.findings(sample)).singleElement().satisfies(finding -> {
            assertThat(finding.headline()).isEqualTo(
                    "Two exporters report the GPUs of a: gpu-operator/nvidia-dcgm-exporter and monitoring/dcgm-exporter");
            assertThat(finding.explanation()).contains("counts each GPU twice");
        });
    }
}
