package tessera.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Sick hardware in the words of clouds and monitors, nodes closed on purpose, and nodes that do not get ready. */
@Timeout(240)
class SickNodesTest {

    @TempDir
    private Path folder;

    private JsonNode doctor(RecordedCluster cluster, String... more) throws IOException {
        var words = Stream.concat(Stream.of("doctor", "-o", "json"), Stream.of(more)).toArray(String[]::new);
        return new ObjectMapper().readTree(cluster.run(words).out());
    }

    private static List<JsonNode> findings(JsonNode doctor, String id) {
        return StreamSupport.stream(doctor.path("findings").spliterator(), false)
                .filter(finding -> finding.path("id").asText().equals(id)).toList();
    }

    private static List<String> headlines(List<JsonNode> findings) {
        return findings.stream().map(finding -> finding.path("headline").asText()).toList();
    }

    private static List<String> nodes(List<JsonNode> findings, String severity) {
        return findings.stream().filter(finding -> finding.path("severity").asText().equals(severity))

                .flatMap(finding -> Stream.concat(Stream.of(finding.path("node").asText()),
                        finding.path("others").valueStream().map(other -> other.asText().replace("nodes/", ""))))
                .toList();
    }

    @Test
    void faultsAreToldInTheWordsOfEveryMonitorAndOnlyWhileTheyLast() throws IOException {
        try (var cluster = RecordedCluster.serve("node-conditions", folder)) {
            var faults = findings(doctor(cluster), "node-condition");

            assertThat(nodes(faults, "critical")).containsExactlyInAnyOrder("eks", "eks-fabric", "aks-missing",
                    "aks-nvlink", "aks-xid", "aks-throttle", "aks-plugin", "gke-xid", "ib-flaps", "own-npd", "oke-ecc",
                    "oke-count", "nvsentinel", "amd-label");
            assertThat(nodes(faults, "warning")).containsOnly("strange-bad", "strange-ready", "strange-ecc",
                    "vm-event");
            assertThat(faults.toString()).contains("EccErrorsDetected", "GpuHangDetected", "NvlinkDownDetected",
                    "GpuLossDetected", "EccUncorrectableDetected").doesNotContain("NicDetected", "NvidiaGpuDetected");
            assertThat(findings(doctor(cluster), "network-unavailable")).singleElement().satisfies(finding -> {
                assertThat(finding.path("headline").asText()).isEqualTo("strange-ecc has no pod network");
                assertThat(finding.path("commands").toString())
                        .contains("get pods -A --field-selector spec.nodeName=strange-ecc");
            });
            assertThat(faults).filteredOn(finding -> finding.path("node").asText().equals("gke-xid")).singleElement()
                    .satisfies(finding -> assertThat(finding.path("evidence").toString()).contains("XID 48"));
            assertThat(faults).filteredOn(finding -> finding.path("node").asText().equals("aks-missing"))
                    .singleElement().satisfies(finding -> {
                        assertThat(finding.path("headline").asText()).startsWith("aks-missing has reported GPUMissing");
                        assertThat(finding.path("evidence").toString()).contains("more GPUs than the driver detects");
                        assertThat(finding.path("remedy").asText()).contains("reboot");
                    });
            assertThat(cluster.run("fleet").out().lines().filter(line -> line.contains("Faulty"))
                    .map(line -> line.split("\\s+", -1)[0])).contains("aks-missing", "eks", "amd-label")
                    .doesNotContain("eks-well", "aks-well", "strange-well", "strange-bad");
            assertThat(headlines(faults)).as("a thing that is ready would be good news")
                    .anyMatch(line -> line.startsWith("Condition AcceleratedHardwareReady of eks is False"));
            assertThat(cluster.run("alerts").out()).contains("own-npd has reported GpuUnhealthy")
                    .doesNotContain("-well has reported");
        }
    }

    @Test
    void nobodyIsToldToOpenANodeThatSomebodyClosedOnPurpose() throws IOException {
        try (var cluster = RecordedCluster.serve("cordons", folder)) {
            var doctor = doctor(cluster);
            var owned = findings(doctor, "cordoned-by");

            assertThat(nodes(owned, "info")).containsExactlyInAnyOrder("by-nvsentinel", "by-nvsentinel-notes",
                    "by-upgrade", "by-karpenter", "by-autoscaler", "by-aks", "by-openshift", "by-person",
                    "by-hand-upgrade", "drained-by-karpenter", "sentinel-after-person", "sentinel-label", "long-note",
                    "upgrade-and-karpenter", "to-be-deleted", "by-hyperpod");
            assertThat(owned).filteredOn(finding -> finding.path("node").asText().equals("by-nvsentinel"))
                    .singleElement().satisfies(finding -> {
                        assertThat(finding.path("headline").asText()).startsWith(
                                "by-nvsentinel is cordoned by NVSentinel (GpuMemWatch DCGM_FR_UNCONTAINED_ERROR on GPU 1, "
                                        + "action RESTART_VM): 7 GPUs free, and 1 GPU free but faulty");
                        assertThat(finding.path("remedy").asText())
                                .contains("uncordons the node once its health checks pass again");
                    });
            assertThat(owned).filteredOn(finding -> finding.path("node").asText().equals("by-person")).singleElement()
                    .satisfies(finding -> assertThat(finding.path("headline").asText())
                            .contains("RMA case 4711, ask Ana"));
            assertThat(nodes(findings(doctor, "cordoned-sick"), "info")).containsExactlyInAnyOrder("sick", "doubtful");
            assertThat(nodes(findings(doctor, "cordoned"), "info")).containsExactlyInAnyOrder("by-nobody", "by-kubectl",
                    "maintenance-no", "maintenance-ahead");
            assertThat(headlines(owned)).contains(
                    "sentinel-after-person is cordoned by someone before NVSentinel (SysLogsXIDError 79 on PCI "
                            + "0000:18:00, action RESTART_BM): 7 GPUs free, and 1 GPU free but faulty",
                    "sentinel-label is cordoned by NVSentinel (drain-failed): 8 GPUs free",
                    "long-note is cordoned by someone who left a note (fan tray of slot 3 ask Bo before you open "
                            + "it): 8 GPUs free",
                    "drained-by-karpenter is closed by Karpenter (the node is being replaced or removed): 8 GPUs free");
            assertThat(headlines(findings(doctor, "cordoned"))).contains(
                    "by-kubectl is cordoned by someone using kubectl at 2026-11-27 08:30:00 UTC: 8 GPUs free");
            assertThat(findings(doctor, "cordoned"))
                    .filteredOn(finding -> finding.path("node").asText().equals("maintenance-ahead")).singleElement()
                    .satisfies(finding -> assertThat(finding.path("evidence").toString()).contains("VMEventScheduled"));
            assertThat(owned).filteredOn(finding -> finding.path("node").asText().equals("upgrade-and-karpenter"))
                    .singleElement().satisfies(
                            finding -> assertThat(finding.path("evidence").toString()).contains("also by Karpenter"));
            assertThat(doctor.toString()).doesNotContain("uncordon by-nvsentinel", "uncordon sick", "uncordon by-aks",
                    "uncordon doubtful");
        }
    }

    @Test
    void aHealthEventOfNvsentinelIsAFaultWhereNoConditionTellsIt() throws IOException {
        try (var cluster = RecordedCluster.serve("cordons", folder)) {
            var faults = findings(doctor(cluster), "node-condition");

            assertThat(nodes(faults, "critical")).contains("sentinel-after-person", "sentinel-open",
                    "by-nvsentinel-notes");
            assertThat(faults).filteredOn(finding -> nodes(List.of(finding), "critical").contains("sentinel-open"))
                    .singleElement().satisfies(finding -> {
                        assertThat(finding.path("evidence").toString()).contains("XID 79",
                                "GPU has fallen off the bus");
                        assertThat(finding.path("remedy").asText()).contains("RESTART_BM");
                    });
            assertThat(cluster.run("fleet").out().lines().map(line -> line.replaceAll("\\s+", " ")))
                    .anyMatch(line -> line.startsWith("sentinel-open ") && line.endsWith(" Faulty"))
                    .anyMatch(line -> line.startsWith("to-be-deleted ") && line.endsWith(" Ready,Closed"))
                    .anyMatch(line -> line.startsWith("candidate ") && line.endsWith(" Ready"));
        }
    }

    @Test
    void whyOffersNoWayAroundASafeguard() throws IOException {
        try (var cluster = RecordedCluster.serve("cordons", folder)) {
            assertThat(cluster.run("why", "ml/waits").out()).contains("tessera plan uncordon by-")
                    .doesNotContain("uncordon by-nvsentinel", "uncordon by-karpenter", "uncordon sick");
            assertThat(cluster.run("why", "ml/waits-sentinel").out())
                    .contains("Leave by-nvsentinel cordoned", "by NVSentinel").doesNotContain("plan uncordon");
            assertThat(cluster.run("why", "ml/waits-karpenter").out())
                    .contains("it right now (1 node tainted by Karpenter)",
                            "Leave drained-by-karpenter tainted, because the taint was set by Karpenter")
                    .doesNotContain("Add a toleration", "plan taint");
        }
    }

    @Test
    void aPlanToOpenSuchANodeWarnsAndAsksForMoreThanAYes() throws IOException {
        try (var cluster = RecordedCluster.serve("cordons", folder)) {
            assertThat(cluster.run("plan", "uncordon", "by-nvsentinel").out()).contains(
                    "by-nvsentinel is cordoned by NVSentinel", "Uncordon the node manually only after a false alarm",
                    "reports GpuMemWatch");
            var json = new ObjectMapper().readTree(cluster.run("plan", "uncordon", "by-upgrade", "-o", "json").out());
            assertThat(json.toString()).contains("the GPU operator’s driver upgrade");
            assertThat(cluster.run("plan", "uncordon", "by-nobody").out()).doesNotContain("is cordoned by");
            assertThat(cluster.run("plan", "uncordon", "maintenance-ahead").out())
                    .doesNotContain("Pods scheduled there may fail");
            assertThat(cluster.run("plan", "uncordon", "sentinel-after-person").out()).contains(
                    "cordoned by someone before NVSentinel (SysLogsXIDError 79", "reports SysLogsXIDError (XID 79)");
            assertThat(cluster.run("plan", "uncordon", "upgrade-and-karpenter").out())
                    .contains("by the GPU operator’s driver upgrade (drain-required)", "by Karpenter");
            assertThat(cluster.run("plan", "uncordon", "by-kubectl").out())
                    .contains("by-kubectl was cordoned by someone using kubectl at 2026-11-27 08:30:00 UTC");
            assertThat(cluster.run("plan", "taint", "drained-by-karpenter", "karpenter.sh/disrupted:NoSchedule-").out())
                    .contains("from Karpenter");
        }
    }

    @Test
    void aFabricThatIsNotReadyIsOneFindingWhoeverTellsIt() throws IOException {
        try (var cluster = RecordedCluster.serve("fabric-not-ready", folder)) {
            var doctor = doctor(cluster);

            var fabric = findings(doctor, "fabric-not-ready");
            assertThat(nodes(fabric, "critical")).containsExactlyInAnyOrder("b1", "b2");
            assertThat(fabric.getFirst().path("headline").asText())
                    .startsWith("The NVLink fabric of b1 is not ready: CUDA fails with error 802 "
                            + "(system not yet initialized)");
            assertThat(fabric.getFirst().path("evidence").toString()).contains("nvidia-cuda-validator-b1 logged: ",
                    "ml/train-0 logged: ", "Fabric manager has not finished, 2 of 2 GPUs");
            assertThat(findings(doctor, "fabric-manager-in-progress")).isEmpty();
            assertThat(fabric.getFirst().path("remedy").asText()).contains("driver’s version", "mlx5_ib and ib_umad");
            assertThat(findings(doctor, "stack")).extracting(finding -> finding.path("node").asText())
                    .doesNotContain("b1");
            assertThat(findings(doctor, "ended-badly")).isEmpty();
            assertThat(findings(doctor(cluster, "--pod", "ml/train-0"), "fabric-not-ready")).isNotEmpty();
        }
    }

    @Test
    void aNodeOfKarpenterThatCameWithoutItsGpusIsLookedAfterAndNotWaitedFor() throws IOException {
        try (var cluster = RecordedCluster.serve("karpenter-nodes", folder)) {
            var doctor = doctor(cluster);

            assertThat(findings(doctor(cluster, "--node", "ip-1"), "node-uninitialized")).singleElement()
                    .satisfies(finding -> {
                        assertThat(finding.path("headline").asText()).startsWith(
                                "ip-1 should have 1 × L4 24 GB but advertises no nvidia.com/gpu: NodeClaim gpu-x7k2p has not "
                                        + "been initialized for ");
                        assertThat(finding.path("because").asText()).contains("no other node");
                        assertThat(finding.path("evidence").toString()).contains("nvidia.com/gpu=true:NoSchedule");
                    });
            assertThat(findings(doctor, "no-gpus")).isEmpty();
            assertThat(findings(doctor(cluster, "--node", "ip-1"), "node-uninitialized")).hasSize(1);
            var outcome = cluster.run("why", "ml/infer-1");
            assertThat(outcome.out())
                    .contains("Karpenter nominated ip-1 (NodeClaim gpu-x7k2p), which joined ",
                            "but does not advertise nvidia.com/gpu: ResourceNotRegistered",
                            "Check the driver and the device plugin on ip-1, or delete NodeClaim gpu-x7k2p")
                    .doesNotContain("Wait. An autoscaler is adding a node", "on its way", "Pod should schedule on");
            assertThat(findings(doctor, "never-fits")).isEmpty();
            assertThat(findings(doctor, "no-capacity")).singleElement()
                    .satisfies(finding -> assertThat(finding.path("headline").asText())
                            .startsWith("No node for nodeclaims/gpu-refused"));
            assertThat(headlines(findings(doctor, "not-launched"))).isEmpty();
            assertThat(cluster.run("why", "ml/infer-2").out()).contains("A node is being added for the pod",
                    "Nominated node ip-2 is not ready (container runtime network not ready");
        }
    }

    @Test
    void aPlannedChangeIsNotBrokenUntilItHangs() throws IOException {
        try (var cluster = RecordedCluster.serve("mig-changes", folder)) {
            var doctor = doctor(cluster);

            assertThat(nodes(findings(doctor, "change-under-way"), "info")).containsExactlyInAnyOrder("cuts-now",
                    "failed-name");
            assertThat(findings(doctor, "mig")).singleElement().satisfies(finding -> {
                assertThat(finding.path("node").asText()).isEqualTo("cuts-for-days");
                assertThat(finding.path("headline").asText()).endsWith(" days");
                assertThat(finding.path("severity").asText()).isEqualTo("warning");
                assertThat(finding.path("commands").toString()).contains("mend-mig");
            });
            assertThat(findings(doctor, "gpus-not-offered")).isEmpty();
            assertThat(findings(doctor, "devices-unhealthy")).isEmpty();
            assertThat(cluster.run("fleet").out().lines().filter(line -> line.contains("Changing"))
                    .map(line -> line.split("\\s+", -1)[0]))
                    .containsExactly("cuts-for-days", "cuts-now", "failed-name", "upgrades");
            assertThat(cluster.run("alerts").out()).doesNotContain("withheld", "not been advertised")
                    .containsPattern("firing +\\d+d +The MIG change of cuts-for-days has been pending for \\d+ d");
        }
    }
}
