package tessera.lint;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.Sample;
import tessera.lint.finding.LintFinding;
import tessera.lint.finding.LintFix;
import tessera.lint.manifest.ManifestTargetCluster;

import static org.assertj.core.api.Assertions.assertThat;

/** What guides to GPUs on Kubernetes often have wrong is found where it stands in a manifest, and comes with a way out. */
class CommonMistakesTest {

    private static final ManifestLinter LINTER = new ManifestLinter(AcceleratorCatalog.standard());

    private static String pod(String place, String text) {
        return """
                apiVersion: v1
                kind: Pod
                metadata: {name: probe}
                spec:
                  restartPolicy: Never
                  tolerations: [{key: %s, operator: Exists}]
                  nodeSelector: {kubernetes.io/os: linux%s}
                  containers:
                  - name: main
                    image: %s
                    env: [{name: HOME, value: /tmp}%s]
                    securityContext: {allowPrivilegeEscalation: false}
                    resources:
                      limits: {cpu: 4, memory: 16Gi, %s}
                """.formatted(place.equals("toleration") ? text : "nvidia.com/gpu",
                place.equals("label") ? ", " + text : "", place.equals("image") ? text : "registry.example/work:1.0",
                place.equals("variable") ? ", {name: " + text + "}" : "",
                place.equals("resource") ? text : "nvidia.com/gpu: 1");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"resource | nvidia.com/gpu-1g.5gb: 1           | resource-name-wrong",
        "resource   | cloud-tpus.google.com/v3: 8                                       | resource-name-wrong",
        "resource   | intel.com/fpga-arria10: 1                                         | resource-name-wrong",
        "resource   | intel.com/gpu: 1                                                  | resource-name-wrong",
        "resource   | nvidia.com/mig-1g.5gb: 1, nvidia.com/mig-3g.20gb: 1               | mig-several",
        "variable   | NVIDIA_MPS_ENABLE_TIMESLICING, value: \"1\"                       | variable-unknown",
        "variable   | NVIDIA_MPS_ENABLE_TIME_SLICING, value: \"1\"                      | variable-unknown",
        "variable   | CUDA_VISIBLE_DEVICES, value: \"0,1\"                              | cuda-visible-devices",
        "variable   | NVIDIA_VISIBLE_DEVICES, value: all                                | nvidia-visible-devices",
        "variable   | NCCL_NET_GDR_LEVEL, value: \"5\"                                  | nccl-level-number",
        "variable   | NCCL_SOCKET_IFNAME, value: eth0                                   | nccl-interface-fixed",
        "label      | nvidia.com/gpu: \"true\"                                          | label-unknown",
        "label      | amd.com/gpu: \"true\"                                             | label-unknown",
        "label      | gpu.gpu-vendor.example/installed-memory: \"8192\"                 | label-unknown",
        "label      | nvidia.com/cuda.driver-version: \"580\"                           | label-unknown",
        "label      | accelerator: nvidia                                               | label-unknown",
        "label      | gpu-type: nvidia-a100                                             | label-unknown",
        "label      | nvidia.com/cuda.driver.major: \"580\"                             | label-legacy",
        "label      | nvidia.com/gpu.product: A100-SXM4-40GB                            | product-name-old",
        "label      | nvidia.com/gpu.memory: \"32768\"                                  | memory-compared-for-equality",
        "label      | cloud.google.com/gke-accelerator: nvidia-a100                     | label-value-unknown",
        "label      | node.kubernetes.io/instance-type: Standard_NC24rs_v3              | machine-retired",
        "label      | node.kubernetes.io/instance-type: p3.2xlarge                      | machine-retired",
        "toleration | cloud.google.com/gke-preemptible                                  | toleration-legacy",
        "image      | nvcr.io/nvidia/k8s-device-plugin:v0.13.0-dcgm                     | image-unknown",
        "image      | rocm/rocm-smi-exporter                                            | image-unknown",
        "image      | nvidia/cuda:11.0-base                                             | image-unknown",
        "image      | nvidia/cuda:12.0-base                                             | image-unknown",
        "image      | vllm:v0.2.0                                                       | image-unknown",
        "image      | nvcr.io/nvidia/tensorrtserver:21.08-py3                           | image-unknown",
        "image      | nvcr.io/nvidia/tritonserver:latest-gpu                            | image-unknown",
        "image      | nvidia/cuda:11.6.2-base-ubuntu20.04                               | image-old",
        "image      | nvcr.io/nvidia/k8s-device-plugin:v0.13.0                          | image-old",
        "image      | pytorch/pytorch:2.0.1-cuda11.7-cudnn8-runtime                     | image-old"})
    void whatIsOftenWrongIsFoundAndMended(String place, String text, String rule) {
        var manifest = pod(place, text);
        var found = LINTER.check(manifest, Optional.empty()).stream().filter(one -> one.rule().id().equals(rule))
                .findFirst();

        assertThat(found).as(manifest).isPresent();
        assertThat(found.get().fix().isPresent() || !found.get().alternatives().isEmpty()).as(rule).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "label | accelerator: nvidia | Change to kubernetes.azure.com/accelerator (the label of AKS)",
        "label | cloud.google.com/gke-accelerator: a100 | Change to nvidia-a100-80gb",
        "resource | nvidia.com/mig-1g.5gb: 1, nvidia.com/mig-3g.20gb: 1 | Request only mig-3g.20gb"})
    void theRightNameIsOffered(String place, String text, String words) {
        assertThat(LINTER.check(pod(place, text), Optional.empty()).stream().map(LintFinding::remedyText))
                .anySatisfy(advice -> assertThat(advice).contains(words));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "nvidia.com/cuda.driver-version      | 535        | Change to nvidia.com/cuda.driver-version.major",
        "nvidia.com/cuda.driver-version.full | 535.104.05 | Compare nvidia.com/cuda.driver-version.major with 535",
        "nvidia.com/gpu.memory               | 40Gi       | Set the value in MiB: 40960",
        "nvidia.com/gpu.product              | 80         | Remove the comparison"})
    void whatIsComparedIsMadeANumberWhereThereIsOne(String label, String bound, String text) {
        var manifest = pod("label", "pool: ml") + """
                  affinity:
                    nodeAffinity:
                      requiredDuringSchedulingIgnoredDuringExecution:
                        nodeSelectorTerms:
                        - matchExpressions:
                          - {key: %s, operator: Gt, values: ["%s"]}
                """.formatted(label, bound);

        assertThat(offers(manifest, Optional.empty())).contains(text);
    }

    @Test
    void memoryThatIsTextIsSelectedAsItIs() {
        assertThat(LINTER.check(pod("label", "amd.com/gpu.vram: 192G"), Optional.empty()))
                .extracting(finding -> finding.rule().id()).doesNotContain("memory-compared-for-equality");
    }

    @Test
    void whatNodesHaveIsOfferedWithTheLabelUnlessDriversSayItDifferently() {
        var cluster = Optional.of(new ManifestTargetCluster(
                new Sample().with(Sample.node("a").nvidia("NVIDIA-H100-80GB-HBM3", 8).has("nvidia.com/gpu", 8)
                        .label("pool", "reserved").label("nvidia.com/gpu.memory", "81559")
                        .label("kubernetes.io/os", "linux")).snapshot(),
                Map.of(), Optional.of(Set.of()), Optional.empty()));

        assertThat(offers(pod("label", "pool: spot"), cluster)).contains("Select pool=reserved");
        assertThat(offers(pod("label", "nvidia.com/gpu.memory: \"81920\""), cluster))
                .noneMatch(text -> text.startsWith("Select"));
    }

    private static List<String> offers(String manifest, Optional<ManifestTargetCluster> cluster) {
        return LINTER.check(manifest, cluster).stream()
                .flatMap(finding -> Stream.concat(finding.fix().stream(), finding.alternatives().stream()))
                .map(LintFix::description).toList();
    }

    @ParameterizedTest
    @CsvSource({"nvidia.com/gpu.product, NVIDIA-H100-80GB-HBM3, false", "nvidia.com/mig.config, all-disabled, false",
        "nvidia.com/mig.config, all-1g.10gb, true", "nvidia.com/gpu.product, NVIDIA-H100-80GB-HBM3-MIG-1g.10gb, true"})
    void aBoardIsCountedTwiceOnlyWhereANodeMayHaveInstances(String label, String value, boolean found) {
        var rule = """
                apiVersion: monitoring.coreos.com/v1
                kind: PrometheusRule
                metadata: {name: power}
                spec: {groups: [{name: gpu, rules: [{record: a, expr: sum(DCGM_FI_DEV_POWER_USAGE)}]}]}
                """;
        var nodes = new ManifestTargetCluster(
                new Sample().with(Sample.node("a").nvidia("NVIDIA-H100-80GB-HBM3", 8).label(label, value)).snapshot(),
                Map.of(), Optional.of(Set.of()), Optional.empty());

        assertThat(new ManifestLinter(AcceleratorCatalog.standard()).check(rule, Optional.of(nodes)).stream()
                .anyMatch(finding -> finding.rule().id().equals("board-counted-twice"))).isEqualTo(found);
        assertThat(new ManifestLinter(AcceleratorCatalog.standard()).check(rule, Optional.empty()))
                .as("where no cluster is known").anyMatch(finding -> finding.rule().id().equals("board-counted-twice"));
    }

    @Test
    void whatKaiRefusesAndWhatNobodyHeedsDoNotContradictOneAnother() {
        var pod = """
                apiVersion: v1
                kind: Pod
                metadata:
                  name: half
                  labels: {%s: test}
                  annotations: {gpu-fraction: "0.5"}
                spec:
                  schedulerName: %s
                  containers:
                  - name: main
                    image: registry.example/work:1.0
                    resources: {limits: {nvidia.com/gpu: 1}}
                """;

        assertThat(LINTER.check(pod.formatted("kai.scheduler/queue", "kai-scheduler"), Optional.empty()))
                .extracting(LintFinding::reasonText)
                .contains("gpu-fraction and nvidia.com/gpu are mutually exclusive. KAI rejects the pod.");
        assertThat(LINTER.check(pod.formatted("kai.scheduler/queue", "default-scheduler"), Optional.empty()))
                .extracting(LintFinding::reasonText).contains(
                        "gpu-fraction and nvidia.com/gpu are mutually exclusive. KAI rejects the pod as soon as its "
                                + "schedulerName is kai-scheduler.",
                        "gpu-fraction has no effect. Only KAI reads gpu-fraction, and schedulerName is "
                                + "default-scheduler.");
        assertThat(LINTER.check(pod.formatted("runai/queue", "kai-scheduler"), Optional.empty()))
                .extracting(finding -> finding.rule().id()).contains("annotation-unread")
                .doesNotContain("queue-unnamed");
    }

    @Test
    void textsThatAServerReadsAsTrueOrFalseAreNoLabels() {
        assertThat(LINTER.check("""
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: a, labels: {zone: n}}
                """, Optional.empty())).filteredOn(finding -> finding.rule().id().equals("value-refused"))
                .singleElement().extracting(LintFinding::reasonText).asString()
                .startsWith("YAML reads “n” as a boolean");
    }
}
