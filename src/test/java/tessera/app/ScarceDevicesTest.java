package tessera.app;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A pod that waits for devices is told of the request that no node meets, and of how much of it is there. */
class ScarceDevicesTest {

    private static final String NODE = """
            apiVersion: v1
            kind: Node
            metadata: {name: k1, labels: {kubernetes.io/hostname: k1, nvidia.com/gpu.present: "true", nvidia.com/gpu.count: "2",
              nvidia.com/gpu.product: NVIDIA-H100-80GB-HBM3}}
            status: {capacity: {cpu: "64", pods: "110"}, allocatable: {cpu: "64", pods: "110"}, conditions: [{type: Ready, status: "True"}]}
            ---
            kind: DeviceClass
            metadata: {name: gpu.nvidia.com}
            spec: {selectors: [{cel: {expression: "device.driver == 'gpu.nvidia.com'"}}]}
            ---
            kind: DeviceClass
            metadata: {name: nic}
            spec: {selectors: [{cel: {expression: "device.driver == 'nic.example.com'"}}]}
            ---
            kind: Recording
            version: v1.36.2
            """;

    private static final String SHARED = ", allowMultipleAllocations: true, capacity: {memory: {value: 80Gi, "
            + "requestPolicy: {default: 80Gi, validRange: {min: 8Gi, max: 80Gi, step: 8Gi}}}}";

    @TempDir
    private Path folder;

    /** @param devices of the pool of the GPUs, which is to consist of so many slices */
    private static String slice(int expected, String devices) {
        return """
                ---
                kind: ResourceSlice
                metadata: {name: k1-gpu}
                spec: {driver: gpu.nvidia.com, nodeName: k1, pool: {name: k1, generation: 1, resourceSliceCount: %d}, devices: [%s]}
                """
                .formatted(expected, devices);
    }

    private static String gpu(int number, String more) {
        return "{name: gpu-%d, attributes: {type: {string: gpu}, uuid: {string: GPU-%d}}%s}".formatted(number, number,
                more);
    }

    private static String claim(String name, String requests) {
        return """
                ---
                kind: ResourceClaim
                metadata: {name: %s, namespace: ml}
                spec: {devices: {requests: [%s]}}
                """.formatted(name, requests);
    }

    private static String held(String name, String request, String result) {
        return claim(name, request) + """
                status:
                  allocation: {devices: {results: [%s]}}
                  reservedFor: [{resource: pods, name: %s, uid: %s}]
                """.formatted(result, name, name) + pod(name, name, "{}", "Running", "nodeName: k1,");
    }

    private static String sharing(String memory) {
        return held("part", exactly("g", "gpu.nvidia.com", ", capacity: {requests: {memory: %s}}".formatted(memory)),
                result("gpu.nvidia.com", "k1", "gpu-0",
                        ", shareID: s1, consumedCapacity: {memory: %s}".formatted(memory)));
    }

    private static String waits(String name, String resources) {
        return pod(name, name, resources, "Pending", "");
    }

    private static String pod(String name, String claim, String resources, String phase, String place) {
        return """
                ---
                kind: Pod
                metadata: {name: %s, namespace: ml, uid: %s, creationTimestamp: "2026-11-20T12:00:00Z"}
                spec: {%s containers: [{name: main, image: "registry.example/work:1", resources: %s}]%s}
                status: {phase: %s%s}
                """.formatted(name, name, place, resources,
                claim.isEmpty() ? "" : ", resourceClaims: [{name: g, resourceClaimName: %s}]".formatted(claim), phase,
                phase.equals("Running") ? "" : """
                        , conditions: [{type: PodScheduled, status: "False", reason: Unschedulable, message:
                        "0/1 nodes are available: 1 cannot allocate all claims."}]""");
    }

    private static String exactly(String name, String deviceClass, String more) {
        return "{name: %s, exactly: {deviceClassName: %s%s}}".formatted(name, deviceClass, more);
    }

    private static String result(String driver, String pool, String device, String more) {
        return "{request: g, driver: %s, pool: %s, device: %s%s}".formatted(driver, pool, device, more);
    }

    private RecordedCluster serve(String... objects) throws IOException {
        var file = Files.writeString(folder.resolve("cluster.yaml"), NODE + String.join("", objects));
        return RecordedCluster.serve(List.of(file), folder);
    }

    @Test
    void whoWantsAllDevicesIsToldWhoHasOne() throws IOException {
        try (var cluster = serve(slice(1, gpu(0, "") + ", " + gpu(1, "")),
                held("one", exactly("g", "gpu.nvidia.com", ""), result("gpu.nvidia.com", "k1", "gpu-0", "")),
                claim("every", exactly("g", "gpu.nvidia.com", ", allocationMode: All")), waits("every", "{}"))) {
            var lack = "k1 has 2 devices: 1 free, 1 allocated to ml/one";
            assertThat(cluster.run("pods", "--pending").out())
                    .contains("Requests all devices of DeviceClass gpu.nvidia.com on one node. " + lack);
            assertThat(cluster.run("claims").out()).contains(lack).doesNotContain("Devices are free");
        }
    }

    @Test
    void whetherAClassServesAResourceIsToldOnlyWhereClassesMayBeRead() throws IOException {
        var plain = waits("plain", "{requests: {nvidia.com/gpu: 1}, limits: {nvidia.com/gpu: 1}}")
                .replace(", resourceClaims: [{name: g, resourceClaimName: plain}]", "");
        try (var cluster = serve(slice(1, gpu(0, "")), plain)) {
            assertThat(cluster.run("why", "ml/plain").out())
                    .contains("only a DRA driver provides them. No DeviceClass provides what the pod requests.");
        }
        try (var cluster = serve(slice(1, gpu(0, "")), plain, """
                ---
                kind: Recording
                version: v1.36.2
                forbidden: [deviceclasses]
                """)) {
            assertThat(cluster.run("why", "ml/plain").out().replaceAll("\\s+", " ")).contains(
                    "only a DRA driver provides them. Cannot tell whether a DeviceClass provides nvidia.com/gpu: ")
                    .doesNotContain("no DeviceClass serves");
        }
    }

    @Test
    void whoTakesOneOfSeveralAlternativesIsToldOfThemAll() throws IOException {
        try (var cluster = serve(slice(1, gpu(0, "") + ", " + gpu(1, "")),
                held("one", exactly("g", "gpu.nvidia.com", ""), result("gpu.nvidia.com", "k1", "gpu-0", "")),
                claim("either", "{name: g, firstAvailable: [{name: a, deviceClassName: nic}, "
                        + "{name: b, deviceClassName: gpu.nvidia.com, count: 2}]}"),
                waits("either", "{}"))) {
            assertThat(cluster.run("pods", "--pending").out()).contains(
                    "Requests 1 device of DeviceClass nic (or 2 devices of DeviceClass gpu.nvidia.com) on one node. "
                            + "k1 has 2 devices: 1 free, 1 allocated to ml/one");
        }
    }

    @Test
    void ofSharedDevicesItIsToldHowMuchIsLeft() throws IOException {
        try (var cluster = serve(slice(1, gpu(0, SHARED)), sharing("24Gi"),
                claim("more", exactly("g", "gpu.nvidia.com", ", capacity: {requests: {memory: 60Gi}}")),
                waits("more", "{}"))) {
            assertThat(cluster.run("why", "ml/more").out())
                    .contains("a share requires 64Gi of memory, but no device has more than 56Gi left");
        }
    }

    @ParameterizedTest
    @CsvSource({"24Gi, 1", "72Gi, 1", "80Gi, 0"})
    void aSharedGpuHasAFreeShareWhileTheSmallestFits(String taken, int free) throws IOException {
        try (var cluster = serve(slice(1, gpu(0, SHARED)), sharing(taken))) {
            var node = new ObjectMapper().readTree(cluster.run("fleet", "-o", "json").out()).at("/nodes/0");
            assertThat(node.at("/resources/0/free").asInt()).isEqualTo(free);
            assertThat(node.at("/resources/0/allocated").asInt()).isEqualTo(1);
        }
    }

    @Test
    void theRequestThatIsNotMetIsToldOfThoughAnotherComesFirst() throws IOException {
        var nics = """
                ---
                kind: ResourceSlice
                metadata: {name: k1-nic}
                spec: {driver: nic.example.com, nodeName: k1, pool: {name: k1-nic, generation: 1, resourceSliceCount: 1}, devices: [{name: nic-0}]}
                """;
        try (var cluster = serve(slice(1, gpu(0, "") + ", " + gpu(1, "")), nics,
                held("one", exactly("g", "nic", ""), result("nic.example.com", "k1-nic", "nic-0", "")),
                claim("pair", exactly("g", "gpu.nvidia.com", "") + ", " + exactly("n", "nic", "")),
                waits("pair", "{}"))) {
            assertThat(cluster.run("why", "ml/pair").out()).contains("now (1 device: 0 free, 1 allocated to ml/one)")
                    .doesNotContain("2 devices: 2 free");
        }
    }

    @Test
    void aPoolOfWhichSlicesAreMissingMayHaveEnough() throws IOException {
        try (var cluster = serve(slice(2, gpu(0, "")), claim("four", exactly("g", "gpu.nvidia.com", ", count: 4")),
                waits("four", "{}"))) {
            assertThat(cluster.run("why", "ml/four").out())
                    .containsPattern("closed +1 +devices currently not advertised +k1").contains("Check k1")
                    .doesNotContain("too few devices for the ResourceClaims");
        }
    }

    @Test
    void theNameThatEveryClassHasIsAnAcceleratorToo() throws IOException {
        var resource = "deviceclass.resource.kubernetes.io/gpu.nvidia.com";
        try (var cluster = serve(slice(1, gpu(0, "")), pod("by-class", "",
                "{limits: {%s: '2'}, requests: {%s: '2'}}".formatted(resource, resource), "Pending", ""))) {
            assertThat(cluster.run("pods", "--pending").out()).contains("by-class", resource + "=2");
        }
    }

    @Test
    void whatOnlyADriverGivesIsNotCalledClosedForNow() throws IOException {
        try (var cluster = serve(slice(1, gpu(0, "") + ", " + gpu(1, "")), pod("by-plugin", "",
                "{limits: {nvidia.com/gpu: '1'}, requests: {nvidia.com/gpu: '1'}}", "Pending", ""))) {
            assertThat(cluster.run("pods", "--pending").out()).contains("No node advertises nvidia.com/gpu")
                    .doesNotContain("cordoned or not ready");
            assertThat(cluster.run("why", "ml/by-plugin").out())
                    .contains("Request the devices with a ResourceClaim (resourceClaims). On k1, only a DRA driver "
                            + "provides them.")
                    .doesNotContain("not offered for now");
        }
    }

    @Test
    void aDeviceThatIsNoLongerPublishedAndOneThatTwoClaimsHaveAreFindings() throws IOException {
        var request = exactly("g", "gpu.nvidia.com", "");
        try (var cluster = serve(slice(1, gpu(0, "")),
                held("astray", request, result("gpu.nvidia.com", "k1", "gpu-9", "")),
                held("first", request, result("gpu.nvidia.com", "k1", "gpu-0", "")),
                held("second", request, result("gpu.nvidia.com", "k1", "gpu-0", "")))) {
            assertThat(cluster.run("doctor").out())
                    .contains("ResourceClaim ml/astray (gpu-9) is allocated a device that no ResourceSlice lists",
                            "ResourceClaims ml/first and ml/second are both allocated gpu-0 of k1")
                    .containsOnlyOnce("both allocated").doesNotContain("Claim ml/first (gpu-0): no");
        }
    }

    @Test
    void aQuotaThatRefusesAClaimIsToBeRaised() throws IOException {
        var quota = "gpu.nvidia.com.deviceclass.resource.k8s.io/devices";
        var objects = """
                ---
                kind: ResourceClaimTemplate
                metadata: {name: one, namespace: ml}
                spec: {spec: {devices: {requests: [%s]}}}
                ---
                kind: Event
                apiVersion: v1
                metadata: {name: refused, namespace: ml}
                involvedObject: {kind: Pod, namespace: ml, name: made, uid: made}
                type: Warning
                reason: FailedResourceClaimCreation
                message: 'PodResourceClaim g: failed to create: exceeded quota: team, requested: %s=1, used: %s=2, limited: %s=2'
                """
                .formatted(exactly("g", "gpu.nvidia.com", ""), quota, quota, quota);
        try (var cluster = serve(slice(1, gpu(0, "")), objects,
                waits("made", "{}").replace("resourceClaimName: made", "resourceClaimTemplateName: one"))) {
            assertThat(cluster.run("why", "ml/made").out()).contains(
                    "Raise ResourceQuota team to allow one more pod, or wait until other pods finish.",
                    "tessera plan quota ml --name team --set %s=3".formatted(quota));
        }
    }

    @Test
    void aClaimThatNobodyMadeIsNamed() throws IOException {
        try (var cluster = serve(slice(1, gpu(0, "")),
                waits("absent", "{}").replace("0/1 nodes are available: 1 cannot allocate all claims.",
                        "0/1 nodes are available: resourceclaim.resource.k8s.io \\\"absent\\\" not found."))) {
            assertThat(cluster.run("pods", "--pending").out()).contains("ResourceClaim absent does not exist")
                    .doesNotContain("0/1 nodes");
        }
    }
}
