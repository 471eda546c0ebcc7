package tessera.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What a critical sign speaks against is not free, whoever gives the sign. */
@Timeout(240)
class FaultyGpusTest {

    @TempDir
    private static Path folder;
    private static RecordedCluster cluster;

    @BeforeAll
    static void serve() throws IOException {
        cluster = RecordedCluster.serve("sick-gpus", folder);
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static JsonNode json(String command) throws IOException {
        return new ObjectMapper().readTree(cluster.run(command, "-o", "json").out());
    }

    private static JsonNode findings() throws IOException {
        var byNode = JsonNodeFactory.instance.objectNode();
        json("doctor").path("findings").forEach(finding -> byNode.putIfAbsent(finding.path("node").asText(), finding));
        return byNode;
    }

    @Test
    void theFleetCountsNoGpuAsFreeThatASignSpeaksAgainst() throws IOException {
        var fleet = json("fleet");
        var free = new TreeMap<String, Long>();
        fleet.path("nodes").forEach(
                node -> free.put(node.path("name").asText(), node.path("resources").get(0).path("free").asLong()));

        assertThat(free).as("the sign names a GPU, by its number, address or UUID").containsEntry("gke", 7L)
                .containsEntry("eks-xid", 7L).containsEntry("nvs", 6L).containsEntry("ann", 7L).containsEntry("two", 7L)
                .containsEntry("amd", 7L);
        assertThat(free).as("no sign names a GPU").containsEntry("aks-xid", 0L).containsEntry("tainted", 0L)
                .containsEntry("intel", 0L);
        assertThat(free).as("the device plugin tells which").containsEntry("withheld", 7L).containsEntry("amd-label",
                7L);
        assertThat(free).as("the GPU that the plugin withholds is the one that shows an XID").containsEntry("operand",
                7L);
        assertThat(free).as("shares and instances of the GPU").containsEntry("sliced", 28L).containsEntry("mig", 2L);
        assertThat(free).as("a sign of something else, or of the past").containsEntry("eks-dcgm", 8L)
                .containsEntry("deadlock", 8L).containsEntry("eks-imex", 8L).containsEntry("tainted-soft", 8L)
                .containsEntry("cleared", 8L);
        var gpus = fleet.path("gpus");
        assertThat(gpus.path("faulty").asLong()).isEqualTo(1 + 1 + 1 + 1 + 1 + 1 + 8 + 8 + 4 + 1 + 1 + 8);
        assertThat(gpus.path("total").asLong()).isEqualTo(
                gpus.path("allocated").asLong() + gpus.path("free").asLong() + gpus.path("outOfService").asLong());
    }

    @Test
    void theFleetTellsWhatIsWrongWithWhichGpu() throws IOException {
        var faults = new TreeMap<String, List<String>>();
        json("fleet").path("nodes").forEach(node -> faults.put(node.path("name").asText(),
                node.path("faults").valueStream().map(JsonNode::asText).toList()));

        assertThat(faults.get("nvs")).containsExactly("GPU 0, 2: GpuMemWatch (XID 95)");
        assertThat(faults.get("eks-xid")).containsExactly("GPU 5: AcceleratedHardwareReady=False (XID 79)");
        assertThat(faults.get("tainted")).containsExactly("xid=79:NoSchedule (XID 79)");
        assertThat(faults.get("fabric"))
                .containsExactly("GPU 0, 1, 2, 3, 4, 5, 6, 7: Fabric manager has not finished (CUDA error 802)");
        assertThat(faults.get("cleared")).isEmpty();
    }

    @Test
    void everyFaultyGpuIsMarkedHeldOrNot() throws IOException {
        var marked = json("gpus").path("devices").valueStream()
                .filter(device -> device.path("status").asText().equals("faulty") && !device.path("index").isNull())
                .map(device -> "%s %d".formatted(device.path("node").asText(), device.path("index").asInt()))
                .filter(name -> !name.startsWith("fabric")).distinct().toList();

        assertThat(marked).containsExactlyInAnyOrder("amd 3", "ann 5", "eks-xid 5", "gke 2", "mig 0", "nvs 0", "nvs 2",
                "sliced 1", "two 3");
    }

    @Test
    void aPodThatFailedOnFaultyGpusIsNotItsOwnFaultAlone() {
        assertThat(cluster.run("why", "ml/train").out())
                .contains("Faulty GPUs on fabric may be the cause (GPU 0, 1, 2, 3, 4, 5, 6, 7: Fabric manager has not "
                        + "finished (CUDA error 802))");
        assertThat(cluster.run("why", "ml/train").out()).containsPattern("1\\. Run the doctor on the pod");
        assertThat(cluster.run("why", "ml/held").out()).doesNotContain("faulty");
    }

    @Test
    void aTaintForAnXidIsExplainedByIt() throws IOException {
        var found = findings();

        assertThat(found.path("tainted").path("evidence").toString()).contains("XID 79, GPU has fallen off the bus");
        assertThat(found.path("tainted").path("remedy").asText()).contains("reboot it");
        assertThat(found.path("tainted").path("severity").asText()).isEqualTo("critical");
        assertThat(found.path("tainted-soft").path("severity").asText()).isEqualTo("warning");
        assertThat(found.path("tainted-soft").path("evidence").toString()).contains("XID 31, GPU memory page fault");
    }

    @Test
    void theActionThatNvsentinelRecommendsIsTheRemedy() throws IOException {
        var found = findings();

        assertThat(found.path("nvs").path("remedy").asText())
                .startsWith("NVSentinel recommends COMPONENT_RESET: reset the GPU. If NVSentinel drains");
        assertThat(found.path("ann").path("remedy").asText()).contains("RESTART_BM: reboot the machine");
    }

    @Test
    void anAgentThatDoesNotReachDcgmSaysNothingOfTheGpus() throws IOException {
        var dcgm = findings().path("eks-dcgm");

        assertThat(dcgm.path("severity").asText()).isEqualTo("warning");
        assertThat(dcgm.path("evidence").toString()).contains("the state of the GPUs is unknown");
        assertThat(dcgm.path("remedy").asText()).contains("restart the agent’s pod");
    }

    @Test
    void allReportsOfOneFaultAreEvidenceOfOneFinding() throws IOException {
        var two = json("doctor").path("findings").valueStream()
                .filter(finding -> finding.path("node").asText().equals("two")).toList();

        assertThat(two).singleElement().satisfies(finding -> assertThat(finding.path("evidence").toString())
                .contains("two has reported GpuUnhealthy", "two has reported SysLogsXIDError", "PCI:0000:3A:00"));
    }

    @Test
    void oneCauseIsOneAlertThatListsItsEvidence() throws IOException {
        var alerts = json("alerts").path("alerts").valueStream()
                .collect(Collectors.groupingBy(alert -> alert.path("subject").path("node").asText()));

        assertThat(alerts.get("operand")).singleElement().satisfies(alert -> {
            assertThat(alert.path("sentence").asText()).startsWith(
                    "1 device of operand has been withheld from the scheduler: GPU 3 of operand shows XID 79");
            assertThat(alert.path("evidence").toString())
                    .contains("nvidia-device-plugin-daemonset has not been running on operand");
            assertThat(alert.path("advice").asText()).contains("restart the pod");
        });
        assertThat(alerts.get("fabric")).as("CUDA does not start, so the validator fails")
                .noneMatch(alert -> alert.path("rule").asText().equals("operator-component-down"))
                .anyMatch(alert -> alert.path("evidence").toString()
                        .contains("nvidia-operator-validator has not been running on fabric"));
        assertThat(alerts.get("two")).hasSize(1);
        assertThat(alerts.get("withheld")).hasSize(1);
        assertThat(alerts.get("amd-label")).hasSize(1);
    }

    @Test
    void noOtherVendorsNodeIsToldToLookForXids() throws IOException {
        var found = findings();

        for (var node : List.of("amd", "amd-label", "intel")) {
            assertThat(found.path(node).toString()).doesNotContain("XID", "DCGM");
        }
        assertThat(found.path("amd-label").path("remedy").asText()).containsOnlyOnce("Drain the GPU pods");
    }
}
