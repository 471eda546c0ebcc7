package tessera.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Every vendor's and scheduler's devices are counted, explained and repaired by its own rules. */
@Timeout(120)
class VendorsTest {

    @TempDir
    static Path folder;
    private static RecordedCluster cluster;
    private static List<JsonNode> findings;

    @BeforeAll
    static void serve() throws Exception {
        cluster = RecordedCluster.serve("withheld-by-vendor", folder);
        findings = doctor();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static List<JsonNode> doctor() throws IOException {
        return new ObjectMapper().readTree(cluster.run("doctor", "-o", "json").out()).path("findings").valueStream()
                .toList();
    }

    private static JsonNode withheld(String node) {
        return findings.stream().filter(finding -> finding.path("id").asText().equals("devices-unhealthy")
                && finding.path("node").asText().equals(node)).findFirst().orElseThrow();
    }

    @Test
    void aCardOfHamiIsOneDeviceHoweverManyShareIt() {
        assertThat(withheld("hami-sick").path("headline").asText())
                .startsWith("1 device of hami-sick has been withheld from the scheduler (10 shares)");
        assertThat(withheld("hami-sick").path("evidence").toString()).contains("registered as unhealthy: GPU-b")
                .doesNotContain("GPU-a");
        assertThat(cluster.run("alerts").out()).contains("1 device of hami-sick").doesNotContain("10 devices");
    }

    @Test
    void theRemedyIsTheVendorsOwn() {
        assertThat(withheld("nvidia-sick").path("remedy").asText()).contains("XIDs");
        assertThat(withheld("amd-sick").path("remedy").asText()).contains("AMD’s metrics exporter")
                .doesNotContain("XID");
        assertThat(withheld("gaudi-sick").path("remedy").asText()).contains("vendor’s device plugin")
                .doesNotContain("XID");
        assertThat(withheld("hami-sick").path("remedy").asText()).contains("hami.io/node-nvidia-register");
    }

    @Test
    void aSchedulerThatKeepsCardsIsQuoted() {
        assertThat(cluster.run("pods").out()).contains(
                "Waiting for hami-scheduler. Nodes have not registered their GPUs with HAMi (node unregistered)");
    }

    @Test
    void aReservationThatKaiLeftBehindIsItsOwnPodAndInNobodysWay() {
        assertThat(findings).filteredOn(finding -> finding.path("id").asText().equals("reservation-leaked"))
                .singleElement().satisfies(finding -> assertThat(finding.path("headline").asText()).startsWith(
                        "kai-resource-reservation/gpu-reservation-0011223344556677 reserves a GPU of kai-left"));
        assertThat(cluster.run("plan", "drain", "kai-left").out())
                .contains("Orphaned KAI reservation: no pod shares its GPU")
                .contains("No controller recreates team/own-words. ");
    }

    @Test
    void anAnnotationOfTheSameNameIsNoFractionOfKai() {
        assertThat(cluster.run("pods").out()).doesNotContain("own-words", "4000 MiB");
    }

    @Test
    void gkeSharesGpusByNodePools() {
        assertThat(cluster.run("plan", "share", "gke-1", "--strategy", "time-slicing", "--replicas", "4").err())
                .contains("GKE runs the device plugin", "gpu-sharing-strategy=time-sharing")
                .doesNotContain("Install the GPU operator");
    }

    @Test
    void aNodeThatIsOnItsWayIsTheWholeStory() {
        assertThat(findings).filteredOn(finding -> finding.path("id").asText().equals("node-coming")).singleElement()
                .satisfies(finding -> {
                    assertThat(finding.path("headline").asText())
                            .startsWith("ml/scales is pending: A node is being added for the pod");
                    assertThat(finding.path("remedy").asText())
                            .startsWith("Wait. An autoscaler is adding a node for the pod");
                });
        assertThat(findings).extracting(finding -> finding.path("id").asText()).doesNotContain("never-fits");
    }

    @Test
    void aBoardThatAPersonClosedIsNotCalledUnhealthy() throws Exception {
        try (var claims = RecordedCluster.serve("device-taints", folder)) {
            assertThat(claims.run("alerts").out()).contains("1 device of dra-2 has been withheld");
            assertThat(claims.run("doctor").out()).contains("dra-2: an administrator tainted gpu-0",
                    "taint ops.example.com/maintenance=fans:NoSchedule of DeviceTaintRule fan-swap",
                    "dra-2: device taint on gpu-2",
                    "taint gpu.nvidia.com/xid=79:NoExecute: XID 79, GPU has fallen off the bus\n",
                    "remedy    Cordon and drain the node").doesNotContain("Find out what the taint means");
            assertThat(claims.run("fleet", "-o", "json").out().replaceAll("\\s", ""))
                    .contains("\"faults\":[\"GPU2:devicetaintgpu.nvidia.com/xid=79:NoExecute\"]")
                    .contains("\"free\":1");
        }
    }
}
