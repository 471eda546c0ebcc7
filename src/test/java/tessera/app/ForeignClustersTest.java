package tessera.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Clusters that are set up otherwise than the simulated one: what is not known of them is not claimed. */
@Timeout(180)
class ForeignClustersTest {

    private static final String CLASS = """
            {kind: DeviceClass, metadata: {name: gpu.nvidia.com}, spec: {extendedResourceName: nvidia.com/gpu,
              selectors: [{cel: {expression: "device.driver == 'gpu.nvidia.com'"}}]}}
            """;

    @TempDir
    private Path folder;

    private static String slice(String node) {
        return """
                {kind: ResourceSlice, metadata: {name: slice-%1$s}, spec: {driver: gpu.nvidia.com, nodeName: %1$s,
                  pool: {name: %1$s, generation: 1, resourceSliceCount: 1}, devices: [
                    {name: gpu-0, attributes: {type: {string: gpu}, uuid: {string: GPU-%1$s-0}}},
                    {name: gpu-1, attributes: {type: {string: gpu}, uuid: {string: GPU-%1$s-1}}}]}}
                """.formatted(node);
    }

    private static String node(String name, String labels, String resources) {
        return """
                {kind: Node, metadata: {name: %1$s, labels: {kubernetes.io/hostname: %1$s%2$s}}, spec: {}, status: {
                  conditions: [{type: Ready, status: "True"}], capacity: {cpu: "64", memory: 512Gi, pods: "110"%3$s},
                  allocatable: {cpu: "64", memory: 512Gi, pods: "110"%3$s}}}
                """.formatted(name, labels, resources);
    }

    private static String running(String key, String node, String owner, String resources) {
        return """
                {kind: Pod, metadata: {namespace: %s, name: %s%s}, spec: {nodeName: %s, containers: [
                  {name: main, image: x, resources: {limits: {%5$s}, requests: {%5$s}}}]}, status: {phase: Running,
                  containerStatuses: [{name: main, ready: true, restartCount: 0, image: x, state: {running: {}}}]}}
                """.formatted(key.split("/", -1)[0], key.split("/", -1)[1],
                owner.isEmpty() ? ""
                        : ", ownerReferences: [{apiVersion: apps/v1, kind: %s, name: %s, uid: u, controller: true}]"
                                .formatted(owner.split("/", -1)[0], owner.split("/", -1)[1]),
                node, resources);
    }

    private static String pending(String name, String resources, String more) {
        return """
                {kind: Pod, metadata: {namespace: team, name: %1$s}, spec: {schedulerName: default-scheduler,
                  containers: [{name: main, image: x, resources: {limits: {%2$s}, requests: {%2$s}}}]%3$s}, status: {
                  phase: Pending, conditions: [{type: PodScheduled, status: "False", reason: Unschedulable}]}}
                """.formatted(name, resources, more);
    }

    private RecordedCluster serve(String... documents) throws IOException {
        return RecordedCluster.serve(List.of(
                Files.writeString(Files.createTempFile(folder, "foreign", ".yaml"), String.join("---\n", documents))),
                folder);
    }

    private static JsonNode json(RecordedCluster cluster, String command) throws IOException {
        return new ObjectMapper().readTree(cluster.run(command, "-o", "json").out());
    }

    @Test
    void aPodWhoseDaemonSetIsGoneIsDrainedOnlyIfItMayBeLostAsKubectlDoes() throws IOException {
        try (var cluster = serve(node("a", "", ", nvidia.com/gpu: 4"), node("b", "", ", nvidia.com/gpu: 4"),
                running("team/gone-x", "a", "DaemonSet/gone", "nvidia.com/gpu: 1"),
                running("team/here-x", "a", "DaemonSet/here", ""),
                "{kind: DaemonSet, metadata: {namespace: team, name: here}, spec: {}, status: {}}\n")) {
            assertThat(cluster.run("plan", "drain", "a").out()).contains("No controller recreates team/gone-x",
                    "stays     team/here-x: DaemonSet pod");
            assertThat(cluster.run("plan", "drain", "a", "--force").out())
                    .contains("evicted   team/gone-x, 1 GPU: No controller recreates the pod")
                    .containsPattern("drain a --ignore-daemonsets --force ");
        }
        try (var cluster = serve(node("a", "", ""), running("team/gone-x", "a", "DaemonSet/gone", ""),
                "{kind: Recording, forbidden: [daemonsets]}\n")) {
            assertThat(cluster.run("plan", "drain", "a").out()).as("nobody knows that it is gone")
                    .contains("stays     team/gone-x: DaemonSet pod").doesNotContain("No controller");
        }
    }

    @Test
    void aDaemonSetOfAnotherApiGroupIsNotSaidToBeGone() throws IOException {
        try (var cluster = serve(node("a", "", ", nvidia.com/gpu: 4"), node("b", "", ", nvidia.com/gpu: 4"),
                running("team/kruise-x", "a", "DaemonSet/advanced", "nvidia.com/gpu: 1").replace("apps/v1",
                        "apps.kruise.io/v1alpha1"))) {
            assertThat(cluster.run("plan", "drain", "a").out())
                    .contains("evicted   team/kruise-x, 1 GPU: Cannot tell whether DaemonSet advanced creates a")
                    .containsPattern("drain a --ignore-daemonsets --force ").doesNotContain("No controller");
        }
    }

    @Test
    void aReplacementMayGoToANodeWhoseGpusResourceSlicesAlonePublish() throws IOException {
        var parts = new String[] {node("a", "", ", nvidia.com/gpu: 4"), node("b", "", ""), CLASS,
            running("team/two-x", "a", "ReplicaSet/two", "nvidia.com/gpu: 2"),
            running("team/three-x", "a", "ReplicaSet/three", "nvidia.com/gpu: 3"), slice("b")};
        try (var cluster = serve(parts)) {
            assertThat(cluster.run("plan", "drain", "a").out()).containsOnlyOnce("the replacement stays Pending")
                    .contains("stays Pending: no other schedulable node offers 3 nvidia.com/gpu");
        }
        parts[parts.length - 1] = "{kind: Recording, forbidden: [resourceslices]}\n";
        try (var cluster = serve(parts)) {
            assertThat(cluster.run("plan", "drain", "a").out()).as("slices of b may publish any number")
                    .contains("ReplicaSet three creates a replacement").doesNotContain("stays Pending");
        }
    }

    @Test
    void aPodThatAsksHamiForMemoryOfAGpuIsShutOutByATaint() throws IOException {
        try (var cluster = serve(node("a", "", ", nvidia.com/gpu: 10"), node("b", "", ""),
                pending("hami", "nvidia.com/gpu: 1, nvidia.com/gpumem: 3000", ""))) {
            assertThat(cluster.run("plan", "taint", "a", "x=y:NoSchedule").out()).contains("shut out  team/hami");
            assertThat(cluster.run("plan", "taint", "b", "x=y:NoSchedule").out()).doesNotContain("shut out");
        }
    }

    @Test
    void theLastNodeWhoseGpusResourceSlicesAlonePublishIsToldBeforeItIsCordoned() throws IOException {
        var claiming = pending("claims", "", ", resourceClaims: [{name: gpu, resourceClaimName: one}]");
        var claim = """
                {kind: ResourceClaim, metadata: {namespace: team, name: one}, spec: {devices: {requests: [
                  {name: gpu, exactly: {deviceClassName: gpu.nvidia.com, allocationMode: ExactCount, count: 1}}]}}}
                """;
        var parts = new String[] {node("a", "", ""), node("b", "", ""), slice("a"), CLASS, claiming, claim,
            pending("asks", "nvidia.com/gpu: 1", ""), pending("asks-more", "nvidia.com/gpu: 9", ""),
            CLASS.replace("name: gpu.nvidia.com}", "name: h100}").replace("nvidia.com/gpu,", "acme.com/h100,"),
            pending("asks-renamed", "acme.com/h100: 1", "")};
        try (var cluster = serve(parts)) {
            assertThat(cluster.run("plan", "cordon", "a").out()).contains("No schedulable node with NVIDIA GPUs "
                    + "remains. Unless a node is added, new pods that request one stay Pending, as 4 pods do now.");
            assertThat(cluster.run("plan", "cordon", "b").out()).doesNotContain("No schedulable node");
            assertThat(cluster.run("plan", "taint", "a", "x=y:NoSchedule").out())
                    .contains("shut out  team/claims", "shut out  team/asks,").doesNotContain("team/asks-more");
            assertThat(cluster.run("why", "team/asks-more").out()).as("it has no claim")
                    .contains("Request no more devices than one node publishes for the DeviceClass")
                    .doesNotContain("use a ResourceClaim");
            assertThat(cluster.run("plan", "taint", "b", "x=y:NoSchedule").out()).as("it has no such device")
                    .doesNotContain("shut out");
        }
    }

    @Test
    void whereSlicesMayNotBeReadTheyMayPublishTheGpusThatANodeShows() throws IOException {
        var parts = new String[] {node("a", "", ", nvidia.com/gpu: 4"), node("b", "", ""),
            node("shows", ", nvidia.com/gpu.present: 'true'", "")};
        var unread = "{kind: Recording, forbidden: [resourceslices]}\n";
        try (var cluster = serve(parts)) {
            assertThat(cluster.run("plan", "cordon", "a").out()).contains("No schedulable node with NVIDIA GPUs");
        }
        try (var cluster = serve(parts[0], parts[1], parts[2], unread)) {
            assertThat(cluster.run("plan", "cordon", "a").out()).doesNotContain("No schedulable node");
        }
        try (var cluster = serve(parts[0], parts[1], unread)) {
            assertThat(cluster.run("plan", "cordon", "a").out()).as("b shows none")
                    .contains("No schedulable node with NVIDIA GPUs");
        }
    }

    @Test
    void aNodeThatIsNotKnownToAdvertiseItsGpusIsNotSaidToStopThat() throws IOException {
        var stack = Files.readString(Path.of("src/test/resources/clusters/release-pending.yaml"));
        try (var cluster = serve(stack, node("unread", ", nvidia.com/gpu.present: 'true'", ""),
                "{kind: Recording, forbidden: [resourceslices]}\n")) {
            assertThat(cluster.run("plan", "operator", "uninstall").out()).contains("1 node stops advertising GPUs");
        }
    }

    @Test
    void whoSeesOneNamespaceIsToldItsQuotasAndWhatItsPodsAreRefusedFor() throws IOException {
        var refused = "Error creating: pods \\\"rs-x\\\" is forbidden: exceeded quota: q, requested: "
                + "requests.nvidia.com/gpu=2, used: requests.nvidia.com/gpu=4, limited: requests.nvidia.com/gpu=4";
        var objects = """
                {kind: ResourceQuota, metadata: {name: q}, spec: {hard: {limits.nvidia.com/gpu: 4}}, status: {}}
                ---
                {apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: rs, uid: own-rs}, spec: {replicas: 1,
                  template: {spec: {containers: [{name: m, image: x, resources: {limits: {nvidia.com/gpu: 2}}}]}}},
                  status: {replicas: 0}}
                ---
                {kind: Event, metadata: {name: rs.1}, involvedObject: {kind: ReplicaSet, name: rs, namespace: default},
                  reason: FailedCreate, type: Warning, message: "%s"}
                """.formatted(refused);
        var forbidden = "{kind: Recording, forbidden: [pods of all, events of all, resourcequotas of all, "
                + "limitranges of all, events in closed]}\n";
        try (var cluster = serve(node("a", "", ", nvidia.com/gpu: 8"), objects, forbidden)) {
            assertThat(json(cluster, "doctor").path("findings")).extracting(finding -> finding.path("id").asText())
                    .contains("quota-limits", "quota-roomy");
            assertThat(json(cluster, "doctor").path("unreadable"))
                    .extracting(problem -> problem.at("/fields/resource").asText())
                    .doesNotContain("events", "resourcequotas", "limitranges");
        }
        try (var cluster = serve(node("a", "", ", nvidia.com/gpu: 8"), objects, forbidden,
                "{kind: Namespace, metadata: {name: closed}}\n")) {
            var told = json(cluster, "doctor");
            assertThat(told.path("findings")).as("events of the other namespace may be read")
                    .extracting(finding -> finding.path("id").asText()).contains("quota-roomy");
            assertThat(told.path("unreadable")).extracting(problem -> problem.at("/fields/resource").asText())
                    .contains("events");
        }
    }

    @Test
    void aPodThatNoNodeFitsIsNotSaidNeverToRunAsAutoscalersAddNodes() throws IOException {
        try (var cluster = serve(node("a", "", ", nvidia.com/gpu: 4"),
                running("team/job-x", "a", "ReplicaSet/job", "nvidia.com/gpu: 4"),
                pending("large", "nvidia.com/gpu: 8", ""))) {
            assertThat(cluster.run("doctor").out())
                    .contains("team/large fits no existing node: Requests 8", "No existing node could run this pod")
                    .doesNotContain("never run");
            assertThat(cluster.run("plan", "drain", "a").out())
                    .contains("Unless a node is added, the replacement stays Pending: no other node is schedulable");
        }
    }

    @Test
    void whoIsNotKnownToReplacePodsIsNotSaidToDoSo() throws IOException {
        try (var cluster = serve(node("a", "", ", nvidia.com/gpu: 4"),
                running("team/launcher", "a", "VirtualMachineInstance/vm", "nvidia.com/gpu: 1"),
                running("team/replica", "a", "ReplicaSet/set", "nvidia.com/gpu: 1"))) {
            assertThat(cluster.run("plan", "drain", "a").out())
                    .contains("Cannot tell whether VirtualMachineInstance vm creates a replacement",
                            "ReplicaSet set creates a replacement")
                    .doesNotContain(": VirtualMachineInstance vm creates");
        }
    }

    @Test
    void gpusOfWindowsNodesAreNotMissedFromTheGpuStackOfLinux() throws IOException {
        var size = ", node.kubernetes.io/instance-type: Standard_NC24ads_A100_v4, kubernetes.io/os: ";
        try (var cluster = serve(node("win", size + "windows", ", microsoft.com/directx: 1"),
                node("lin", size + "linux", ""))) {
            assertThat(cluster.run("fleet").out()).containsPattern("lin .* NotOffered").doesNotContain("win ");
        }
        for (var windows : List.of(node("win", size + "windows", ""),
                node("win", ", kubernetes.io/os: windows", ", microsoft.com/directx: 1"))) {
            try (var cluster = serve(windows)) {
                assertThat(cluster.run("doctor").out()).doesNotContain("Install the GPU operator");
            }
        }
    }

    @Test
    void aNetworkPortOfTheVendorStandsForNoGpuThatIsMissed() throws IOException {
        var labels = ", nvidia.com/gpu.present: 'true', nvidia.com/gpu.count: '4'";
        try (var cluster = serve(node("full", labels, ", nvidia.com/gpu: 4"),
                node("short", labels, ", nvidia.com/gpu: 2, nvidia.com/cx7_port1: 8"))) {
            assertThat(json(cluster, "doctor").path("findings"))
                    .filteredOn(finding -> finding.path("id").asText().equals("fewer-offered"))
                    .extracting(finding -> finding.path("node").asText()).containsExactly("short");
        }
    }

    @Test
    void severalPartitionsOfAmdGpusMayBeRequestedTogether() throws IOException {
        var asking = """
                {kind: Pod, metadata: {namespace: team, name: many}, spec: {schedulerName: default-scheduler,
                  containers: [{name: main, image: x, resources: {limits: {amd.com/gpu: 16}, requests: {amd.com/gpu: 16}}}]},
                  status: {phase: Pending, conditions: [{type: PodScheduled, status: "False", reason: Unschedulable,
                    message: "0/2 nodes are available: 2 Insufficient amd.com/gpu."}]}}
                """;
        try (var cluster = serve(node("plain", "", ", amd.com/gpu: 8"), node("cpx",
                ", amd.com/gpu.product-name: AMD_Instinct_MI300X_OAM, amd.com/compute-memory-partition: CPX_NPS4",
                ", amd.com/gpu: 64"), running("team/busy", "cpx", "", "amd.com/gpu: 60"), asking)) {
            assertThat(cluster.run("pods").out()).contains("many").doesNotContain("Apart from shares");
        }
    }

    @Test
    void whatYunikornSaysOfAQueuedPodIsItsReport() throws IOException {
        try (var cluster = serve(node("a", "", ", nvidia.com/gpu: 4"),
                pending("queued", "nvidia.com/gpu: 2", "").replace("default-scheduler", "yunikorn"), """
                        {kind: Event, metadata: {namespace: team, name: queued.1}, involvedObject: {kind: Pod,
                          name: queued, namespace: team}, reason: Scheduling, type: Normal,
                          reportingComponent: yunikorn, message: team/queued is queued and waiting for allocation}
                        """)) {
            assertThat(cluster.run("doctor").out()).contains("team/queued is queued and waiting for allocation")
                    .doesNotContain("has not reported yet");
        }
    }

    @Test
    void reservationPodsOfRunAiHoldTheGpuOfThePodsThatShareIt() throws IOException {
        try (var cluster = serve(node("a", "", ", nvidia.com/gpu: 4"),
                running("runai-reservation/runai-reservation-x", "a", "", "nvidia.com/gpu: 1").replace("metadata: {",
                        "metadata: {labels: {app: runai-reservation, runai-gpu-group: g1}, "),
                running("team/half", "a", "", "")
                        .replace("metadata: {",
                                "metadata: {labels: {runai-gpu-group: g1}, annotations: {gpu-fraction: '0.5'}, ")
                        .replace("spec: {", "spec: {schedulerName: runai-scheduler, "))) {
            assertThat(json(cluster, "doctor").path("findings")).extracting(finding -> finding.path("id").asText())
                    .doesNotContain("reservation-missing", "reservation-leaked");
            assertThat(cluster.run("pods").out()).contains("Reserves a GPU for team/half");
        }
    }

    @Test
    void anImageWithItsOwnDevicePluginNeedsNoOperator() throws IOException {
        var size = ", node.kubernetes.io/instance-type: g5.12xlarge";
        var image = "nodeInfo: {osImage: Bottlerocket OS 1.48.0 (aws-k8s-1.33-nvidia)}, conditions:";
        try (var cluster = serve(node("image", size, "").replace("conditions:", image))) {
            assertThat(cluster.run("doctor").out()).contains("The GPUs of image have not been advertised")
                    .doesNotContain("No GPU stack was found", "Install the GPU operator");
        }
        try (var cluster = serve(node("plain", size, ""))) {
            assertThat(cluster.run("doctor").out()).contains("Install the GPU operator");
        }
    }
}
