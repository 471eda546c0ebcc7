package tessera.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** How many GPUs there are is told by the best source, and who holds which part by whoever hands it out. */
@Timeout(120)
class GpuBoardCounterTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            boards-of-sharing-schedulers | hami-1      | 1 | RTX 4090 24 GB                | HAMi × 100               | node-nvidia-register annotation
            boards-of-sharing-schedulers | hami-2      | 8 | H20 3e                        | HAMi × 10                | gpu.count label
            boards-of-sharing-schedulers | hami-3      | 2 | A100 SXM4 80 GB + A10 24 GB   | HAMi × 10                | node-nvidia-register annotation
            boards-of-sharing-schedulers | volcano-1   | 2 | T4 16 GB                      | Volcano vGPU × 10        | node-vgpu-register annotation
            kai-fractions                | kai-1       | 2 | L40S 48 GB                    | KAI fractions            | gpu.count label
            boards-of-many-kinds         | mig-stale   | 2 | A100 SXM4 80 GB               | MIG mixed                | gpu.count label
            boards-of-many-kinds         | amd-dpx     | 8 | MI355X OAM 288 GB             | DPX/NPS1 × 2, 288 GB shared | compute-memory-partition label
            boards-of-many-kinds         | amd-mixed   | 8 | MI300X OAM 192 GB             | 4 GPUs CPX/NPS4 × 8, 24 GB each; 4 GPUs whole | advertised resources
            boards-of-many-kinds         | amd-plain   | 8 | MI300X OAM 192 GB             | 4 GPUs CPX/NPS1 × 8, 192 GB shared; 4 GPUs whole | advertised resources
            boards-of-many-kinds         | amd-stale   | 8 | MI300X OAM 192 GB             | CPX/NPS1 × 8, 192 GB shared | gpu.compute-memory-partition label
            boards-of-many-kinds         | intel-1     | 2 | Flex 170                      | shared × 5               | device-id.0380-56c0.count label
            boards-of-many-kinds         | gke-shared  | 2 | T4 16 GB                      | time-slice × 4           | gke-accelerator-count label
            boards-of-many-kinds         | gke-cut     | 1 | A100                          | MIG single               | gke-accelerator-count label
            boards-of-many-kinds         | karpenter-1 | 4 | A10G 24 GB                    | whole                    | instance-gpu-count label
            boards-of-many-kinds         | eks-1       | 4 | A10G 24 GB                    | shared × 4               | instance type
            """)
    void aWitnessCountsTheBoards(String clusterName, String node, int gpus, String model, String sharing, String from)
            throws Exception {
        try (var cluster = RecordedCluster.serve(clusterName, folder)) {
            var told = node(fleet(cluster), node);

            assertThat(told.path("gpus").asInt()).isEqualTo(gpus);
            assertThat(told.path("model").asText()).isEqualTo(model);
            assertThat(told.path("sharing").asText()).isEqualTo(sharing);
            assertThat(told.path("boardsFrom").asText()).isEqualTo(from);
            assertThat(told.path("gpusBound").asText()).isEqualTo("exact");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            labelled | nvidia.com/gpu        | RTX 2000 Ada 16 GB
            labelled | nvidia.com/mig-1g.6gb | A30 24 GB
            reported | nvidia.com/gpu        | RTX 2000 Ada 16 GB
            reported | nvidia.com/mig-1g.6gb | A30 24 GB
            bare     | nvidia.com/gpu        | RTX 3090 24 GB + T4 16 GB
            """)
    void boardsOfSeveralModelsAreNotCalledByOneName(String node, String resource, String model) throws Exception {
        try (var cluster = RecordedCluster.serve("mixed-models", folder)) {
            assertThat(cluster.run("fleet").out().lines()
                    .filter(line -> line.startsWith(node + " ") && line.contains(" " + resource + " "))).singleElement()
                    .satisfies(line -> assertThat(line).contains(" " + model + " "));
        }
    }

    @Test
    void whatNoGpuIsLeftForIsNotFree() throws Exception {
        try (var cluster = RecordedCluster.serve("boards-of-many-kinds", folder)) {
            var stale = node(fleet(cluster), "mig-stale").path("resources").valueStream()
                    .filter(use -> use.path("resource").asText().equals("nvidia.com/gpu")).findFirst().orElseThrow();

            assertThat(stale.path("free").isNull()).isTrue();
            assertThat(stale.path("allocatable").asInt()).isPositive();
        }
    }

    @Test
    void withoutAWitnessWhatIsAdvertisedIsABound() throws Exception {
        try (var cluster = RecordedCluster.serve("boards-of-many-kinds", folder)) {
            var fleet = fleet(cluster);

            assertThat(node(fleet, "k3s-1").path("gpusBound").asText()).isEqualTo("at-most");
            assertThat(node(fleet, "amd-untold").path("sharing").asText()).isEqualTo("whole or partitions");
            assertThat(fleet.path("gpus").path("totalBound").asText())
                    .as("some may be shares, and of vGPUs there may be more boards").isEqualTo("approximate");
            assertThat(fleet.path("gpus").path("freeBound").asText()).as("of GPUs that nobody counts")
                    .isEqualTo("approximate");
        }
    }

    @Test
    void gpusThatPodsHoldAreAllocatedThoughNoPluginOffersThemForNow() throws Exception {
        try (var cluster = RecordedCluster.serve("gpus-held-not-offered", folder)) {
            var fleet = fleet(cluster);
            var gpus = fleet.path("gpus");

            assertThat(gpus.path("allocated").asInt()).as("3 + 3 whole, 1 in parts, 2 of a node that nobody counts")
                    .isEqualTo(9);
            assertThat(gpus.path("outOfService").asInt()).isEqualTo(7);
            assertThat(gpus.path("free").asInt()).isZero();
            assertThat(gpus.path("total").asInt()).isEqualTo(16);
            assertThat(gpus.path("totalBound").asText()).isEqualTo("at-least");
            assertThat(node(fleet, "uncounted").path("gpusBound").asText()).isEqualTo("at-least");
            assertThat(fleet.path("nodes"))
                    .extracting(node -> node.path("name").asText() + " " + node.path("state").asText())
                    .containsExactly("instances-gone not_offered", "plugin-gone not_offered", "plugin-silent unhealthy",
                            "uncounted not_offered");
        }
    }

    @Test
    void sharesOfHamiAreNoBoardsWhereNothingTellsHowManyCardsThereAre() throws Exception {
        try (var cluster = RecordedCluster.serve("hami-without-register", folder)) {
            var fleet = fleet(cluster);

            assertThat(fleet.path("nodes"))
                    .extracting(node -> "%s %s %s %s".formatted(node.path("name").asText(),
                            node.path("gpusBound").asText(), node.path("gpus").asText(), node.path("sharing").asText()))
                    .containsExactly("bare at-least 1 HAMi", "counted exact 2 HAMi × 10", "noted at-least 2 HAMi");
            assertThat(fleet.path("gpus").path("allocated").asInt()).isEqualTo(2);
        }
    }

    @Test
    void boardsForVirtualMachinesAreToldByTheirOwnNames() throws Exception {
        try (var cluster = RecordedCluster.serve("boards-of-many-kinds", folder)) {
            var vms = node(fleet(cluster), "vm-1");

            assertThat(vms.path("gpus").asInt()).as("an L40, two A10s, two more as vGPUs").isEqualTo(5);
            assertThat(vms.path("resources"))
                    .extracting(element -> element.path("resource").asText() + " " + element.path("model").asText())
                    .containsExactly("nvidia.com/26b5 L40 48 GB", "nvidia.com/GA102GL_A10 A10 24 GB",
                            "nvidia.com/NVIDIA_A10-8Q A10 24 GB");
            assertThat(cluster.run("fleet", "-o", "wide").out()).contains("passthrough, vGPU × 3");
        }
    }

    @Test
    void aWholeResourceBesideInstancesOnAllBoardsIsToldToBeOfNone() throws Exception {
        try (var cluster = RecordedCluster.serve("boards-of-many-kinds", folder)) {
            assertThat(cluster.run("doctor").out())
                    .contains(
                            "mig-stale advertises 2 × nvidia.com/gpu in addition to 6 × nvidia.com/mig-1g.10gb and 4 × "
                                    + "nvidia.com/mig-2g.20gb on 2 GPUs",
                            "-n gpu-operator delete pod nvidia-device-plugin-x");
        }
    }

    @Test
    void memoryThatOnlyASchedulerCountsIsNotCalledExhausted() throws Exception {
        try (var cluster = RecordedCluster.serve("boards-of-sharing-schedulers", folder)) {
            assertThat(cluster.run("quotas").out())
                    .containsPattern("nvidia.com/gpumem +12282 .* unknown +unknown +no quota");
        }
    }

    @Test
    void sharesOfHamiAreRoomForSharesAndNotForWholeGpus() throws Exception {
        try (var cluster = RecordedCluster.serve("hami-without-register", folder)) {
            assertThat(cluster.run("quotas").out().lines().map(line -> line.replaceAll(" +", " ").strip()))
                    .contains("team - nvidia.com/gpu 2 - - - 138 shared 138 shared no quota");
        }
    }

    @Test
    void registerThatOutlivedHamiMakesNoWholeGpusShares() throws Exception {
        var left = Files.writeString(folder.resolve("left.yaml"),
                """
                        kind: Node
                        metadata:
                          name: left
                          annotations:
                            hami.io/node-nvidia-register: 'GPU-a,10,46068,100,NVIDIA-L40S,0,true:GPU-b,10,46068,100,NVIDIA-L40S,0,true:'
                        status:
                          capacity: {cpu: "64", pods: "110", nvidia.com/gpu: "2"}
                          allocatable: {cpu: "64", pods: "110", nvidia.com/gpu: "2"}
                          conditions: [{type: Ready, status: "True"}]
                        ---
                        kind: Node
                        metadata:
                          name: named
                          labels: {nvidia.com/gpu.count: "4", nvidia.com/gpu.product: NVIDIA-L40S}
                          annotations: {hami.io/node-nvidia-register: ""}
                        status:
                          capacity: {cpu: "64", pods: "110", nvidia.com/gpu: "4"}
                          allocatable: {cpu: "64", pods: "110", nvidia.com/gpu: "4"}
                          conditions: [{type: Ready, status: "True"}]
                        ---
                        kind: Pod
                        metadata: {name: one, namespace: team}
                        spec:
                          nodeName: left
                          containers: [{name: main, image: train, resources: {requests: {nvidia.com/gpu: "1"}, limits: {nvidia.com/gpu: "1"}}}]
                        status: {phase: Running}
                        """);
        try (var cluster = RecordedCluster.serve(List.of(left), folder)) {
            assertThat(cluster.run("quotas").out().lines().map(line -> line.replaceAll(" +", " ").strip()))
                    .contains("team - nvidia.com/gpu 1 - - - 5 5 no quota");
        }
    }

    @Test
    void cardsAreSharedAsHamiAndVolcanoNoteIt() throws Exception {
        try (var cluster = RecordedCluster.serve("boards-of-sharing-schedulers", folder)) {
            var devices = JSON.readTree(cluster.run("gpus", "-o", "json").out()).path("devices");

            assertThat(devices)
                    .extracting(element -> "%s %s %s %s %s".formatted(element.path("node").asText(),
                            element.path("index").asText(), element.path("uuid").asText(),
                            element.path("model").asText(), holders(element)))
                    .contains("hami-1 0 GPU-0a RTX 4090 24 GB team/shares-1=0.50 team/shares-2=0.40 ",
                            "hami-3 0 GPU-3a A100 SXM4 80 GB ", "hami-3 1 GPU-3b A10 24 GB team/shares-3=1.00 ",
                            "volcano-1 null GPU-va T4 16 GB ", "volcano-1 null GPU-vb T4 16 GB team/vol-1=0.50 ");
            var gpus = fleet(cluster).path("gpus");
            assertThat(gpus.path("total").asInt()).isEqualTo(13);
            assertThat(gpus.path("allocated").asInt()).isEqualTo(3);
            assertThat(gpus.path("allocatedBound").asText()).isEqualTo("exact");
        }
    }

    @Test
    void fractionsOfKaiAreUsedByTheirNamespaceAndTheReservedGpuByNone() throws Exception {
        try (var cluster = RecordedCluster.serve("kai-fractions", folder)) {
            assertThat(cluster.run("quotas").out().lines().map(line -> line.replaceAll(" +", " ").strip()))
                    .contains("ai - nvidia.com/gpu 0.75 - - - 1 1 no quota")
                    .noneMatch(line -> line.startsWith("kai-resource-reservation "));
            var row = JSON.readTree(cluster.run("quotas", "-o", "json").out()).path("quotas").get(0);
            assertThat(row.path("used").asInt()).isZero();
            assertThat(row.path("fractions").asDouble()).isEqualTo(0.75);
        }
    }

    @Test
    void fractionsOfKaiAreNoLongerThanTheyAreWritten() throws Exception {
        var text = Files.readString(Path.of("src/test/resources/clusters/kai-fractions.yaml"));
        var tenths = Files.writeString(folder.resolve("tenths.yaml"),
                text.replaceFirst("gpu-fraction: \"0.5\"", "gpu-fraction: \"0.1\"").replace("gpu-memory: \"11517\"",
                        "gpu-fraction: \"0.2\""));
        try (var cluster = RecordedCluster.serve(List.of(tenths), folder)) {
            assertThat(JSON.readTree(cluster.run("quotas", "-o", "json").out()).path("quotas").get(0).path("fractions")
                    .toString()).isEqualTo("0.3");
        }
    }

    @Test
    void partOfAGpuWhoseMemoryIsNotKnownIsNotCalledNone() throws Exception {
        var text = Files.readString(Path.of("src/test/resources/clusters/kai-fractions.yaml"));
        var unknown = Files.writeString(folder.resolve("unknown.yaml"),
                text.replace("nvidia.com/gpu.memory: \"46068\", ", "").replaceFirst("gpu-fraction: \"0.5\"",
                        "gpu-memory: \"8000\""));
        try (var cluster = RecordedCluster.serve(List.of(unknown), folder)) {
            assertThat(cluster.run("quotas").out().lines().map(line -> line.replaceAll(" +", " ").strip()))
                    .anyMatch(line -> line.startsWith("ai - nvidia.com/gpu an unknown part - - -"));
        }
    }

    @Test
    void quotaThatDoesNotSeeFractionsOfKaiIsToldTo() throws Exception {
        var quota = Files.writeString(folder.resolve("quota.yaml"), """
                kind: ResourceQuota
                metadata: {name: team, namespace: ai}
                spec: {hard: {requests.nvidia.com/gpu: "4"}}
                status: {hard: {requests.nvidia.com/gpu: "4"}, used: {requests.nvidia.com/gpu: "0"}}
                """);
        try (var cluster = RecordedCluster
                .serve(List.of(Path.of("src/test/resources/clusters/kai-fractions.yaml"), quota), folder)) {
            var row = JSON.readTree(cluster.run("quotas", "-o", "json").out()).path("quotas").get(0);
            assertThat(row.path("used").asInt()).isZero();
            assertThat(row.path("remark").asText()).isEqualTo("GPU fractions (0.75 allocated) are not counted");
        }
    }

    @Test
    void fractionsOfKaiAreHeldByThosePodsAndNotByTheOneThatReserves() throws Exception {
        try (var cluster = RecordedCluster.serve("kai-fractions", folder)) {
            assertThat(cluster.run("pods").out().lines().map(line -> line.replaceAll(" +", " ").strip()))
                    .contains("ai agent-1 kai-1 0.5 GPU - Running", "ai agent-2 kai-1 11517 MiB of a GPU - Running",
                            "kai-resource-reservation gpu-reservation-kai-1-ccccc kai-1 nvidia.com/gpu=1 - Running "
                                    + "Reserves a GPU for ai/agent-1, ai/agent-2")
                    .anyMatch(line -> line.startsWith("ai agent-3 - 0.5 GPU - Pending"));
            assertThat(cluster.run("gpus").out()).contains("ai/agent-1,ai/agent-2").doesNotContain("gpu-reservation");
            var gpus = fleet(cluster).path("gpus");
            assertThat(gpus.path("allocated").asInt()).isEqualTo(1);
            assertThat(gpus.path("free").asInt()).isEqualTo(1);
        }
    }

    private static String holders(JsonNode device) {
        var words = new StringBuilder();
        device.path("pods").forEach(pod -> words.append("%s/%s=%.2f ".formatted(pod.path("namespace").asText(),
                pod.path("name").asText(), pod.path("share").asDouble())));
        return words.toString();
    }

    private static JsonNode fleet(RecordedCluster cluster) throws Exception {
        return JSON.readTree(cluster.run("fleet", "-o", "json").out());
    }

    private static JsonNode node(JsonNode fleet, String name) {
        for (var node : fleet.path("nodes")) {
            if (node.path("name").asText().equals(name)) {
                return node;
            }
        }
        throw new AssertionError("no node " + name);
    }
}
