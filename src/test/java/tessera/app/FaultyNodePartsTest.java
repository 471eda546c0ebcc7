package tessera.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** A sign condemns the GPUs that it is about, and no others. */
@Timeout(240)
class FaultyNodePartsTest {

    @TempDir
    private static Path folder;
    private static RecordedCluster cluster;

    @BeforeAll
    static void serve() throws IOException {
        cluster = RecordedCluster.serve("faulty-parts", folder);
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static JsonNode json(String command) throws IOException {
        return new ObjectMapper().readTree(cluster.run(command, "-o", "json").out());
    }

    private static JsonNode node(String name) throws IOException {
        return json("fleet").path("nodes").valueStream().filter(node -> node.path("name").asText().equals(name))
                .findFirst().orElseThrow();
    }

    private static List<String> faults(JsonNode node) {
        return node.path("faults").valueStream().map(JsonNode::asText).toList();
    }

    @Test
    void aFaultOfALinkOrOfTheMachineLeavesItsGpusFree() throws IOException {
        for (var name : List.of("link", "network-card", "hot", "disk")) {
            var node = node(name);
            assertThat(node.path("state").asText()).as(name).isEqualTo("faulty");
            assertThat(node.path("resources").get(0).path("free").asLong()).as(name).isEqualTo(8);
            assertThat(faults(node)).as(name).hasSize(1);
        }
        assertThat(faults(node("link"))).containsExactly("IBLinkFlapping");
        assertThat(
                json("gpus").path("devices").valueStream().filter(device -> device.path("node").asText().equals("link"))
                        .map(device -> device.path("status").asText()))
                .isNotEmpty().doesNotContain("faulty");
    }

    @Test
    void aFaultOfTheFabricStopsAllGpus() throws IOException {
        assertThat(node("switch").path("resources").get(0).path("free").asLong()).isZero();
    }

    @Test
    void theSignIsTheReasonOfTheWithheldGpu() throws IOException {
        assertThat(node("lost").path("state").asText()).isEqualTo("unhealthy");
        assertThat(faults(node("lost"))).containsExactly("GpuUnhealthy");
        assertThat(node("lost").path("resources").get(0).path("free").asLong()).isEqualTo(7);
    }

    @Test
    void aFaultyGpuThatMayBeHeldOrFreeIsCountedAndShownOnNoTile() throws IOException {
        var blind = node("blind").path("resources").get(0);

        assertThat(blind.path("free").asLong()).isEqualTo(3);
        assertThat(blind.path("freeBound").asText()).isEqualTo("at-least");
        assertThat(json("gpus").path("devices").valueStream()
                .filter(device -> device.path("node").asText().equals("blind"))
                .map(device -> device.path("status").asText())).hasSize(8).doesNotContain("faulty");
    }

    @Test
    void ofFreeGpusOneIsCalledFaultyOnlyWhereItIsKnownToBeFree() {
        assertThat(cluster.run("doctor", "--node", "shut").out()).contains("6 GPUs free, at most 1 of them faulty")
                .doesNotContain("free but faulty");
    }

    @Test
    void gpusOfACordonedNodeAreListedAsSuch() {
        assertThat(cluster.run("gpus", "-l", "kubernetes.io/hostname=shut").out()).contains("Ready,Cordoned");
    }

    @Test
    void exportersOfNodesThatAreNotAskedForAreNoConcern() {
        var seen = cluster.run("gpus", "-l", "kubernetes.io/hostname=seen");

        assertThat(seen.out()).contains("seen").doesNotContain("blind");
        assertThat(seen.err()).doesNotContain("not measured");
        assertThat(cluster.run("gpus").err()).contains("not measured: blind");
    }

    @Test
    void theLastXidIsNamedSoAndOneThatIsCountedIsCurrent() throws IOException {
        assertThat(faults(node("seen"))).containsExactly("GPU 3: last XID 79, GPU has fallen off the bus",
                "GPU 4: XID 48, Uncorrectable (double-bit) ECC error");
    }

    @Test
    void aRuleThatTheUserSwitchedOffCondemnsNoGpu() throws IOException {
        var settings = Files.createDirectories(folder.resolve("own/tessera")).resolve("settings.json");
        Files.writeString(settings, "{\"alerts\": {\"off\": [\"xid-critical\"]}}");
        var fleet = new ObjectMapper()
                .readTree(new Program(folder).with("XDG_CONFIG_HOME", folder.resolve("own").toString())
                        .run("fleet", "--kubeconfig", cluster.kubeconfig(), "-o", "json").out());

        assertThat(fleet.path("nodes").valueStream().filter(node -> node.path("name").asText().equals("seen")))
                .singleElement().satisfies(node -> assertThat(faults(node)).isEmpty());
    }

    @Test
    void aTaintedPartitionCondemnsItsBoardOnlyWhereNothingOfThatIsLeft() throws IOException {
        assertThat(faults(node("claimed"))).singleElement().asString().startsWith("GPU 2: device taint ");
    }

    @Test
    void aPodIsToldOfTheFaultsOfItsOwnGpus() {
        assertThat(cluster.run("why", "ml/on-three").out())
                .contains("GPUs on seen may be the cause (GPU 3: last XID 79,").doesNotContain("XID 48");
        assertThat(cluster.run("why", "ml/on-two").out()).contains("on-two").doesNotContain("faulty");
    }

    @Test
    void aSignThatCameAfterThePodHadEndedIsNoReason() {
        assertThat(cluster.run("why", "ml/after").out()).contains("GPUs on blind may be the cause (GPU 3:");
        assertThat(cluster.run("why", "ml/before").out()).contains("Error on blind").doesNotContain("faulty");
    }

    @Test
    void noExporterIsAskedForAPodThatRunsWellAgain() throws IOException {
        try (var newCluster = RecordedCluster.serve("faulty-parts", folder)) {
            newCluster.run("why", "ml/well");
            assertThat(newCluster.requests()).noneMatch(request -> request.contains("dcgm-exporter"));
            newCluster.run("why", "ml/on-two");
            assertThat(newCluster.requests()).anyMatch(request -> request.contains("dcgm-exporter"));
        }
    }
}
