package tessera.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** GPUs that only claims hand out are counted as all others: held, free or out of service. */
class ClaimedDevicesTest {

    @TempDir
    private Path folder;

    private String said(RecordedCluster cluster, String... words) {
        return cluster.run(words).out();
    }

    private JsonNode json(RecordedCluster cluster, String... words) throws IOException {
        return new ObjectMapper().readTree(said(cluster, words));
    }

    @Test
    void gpusOfAnExtendedResourceAreCountedByTheSlicesOfTheirDriver() throws IOException {
        try (var cluster = RecordedCluster.serve("dra-extended-resource", folder)) {
            var gpus = json(cluster, "fleet", "-o", "json").path("gpus");
            assertThat(gpus.path("total").asInt()).isEqualTo(8);
            assertThat(gpus.path("allocated").asInt()).isEqualTo(2);
            assertThat(gpus.path("free").asInt()).isEqualTo(5);
            assertThat(gpus.path("outOfService").asInt()).isEqualTo(1);
            assertThat(said(cluster, "fleet", "-o", "wide")).contains("by claims", "580.126.20")
                    .doesNotContain("NotOffered");
            assertThat(said(cluster, "pods")).contains("bert-0", "nvidia.com/gpu=2");
            assertThat(said(cluster, "gpus")).contains("ml/bert-0");
        }
    }

    @Test
    void noQuotaSaysThatNoneOfThemIsFreeBecauseNodesDoNotListThem() throws IOException {
        try (var cluster = RecordedCluster.serve("dra-extended-resource", folder)) {
            var row = json(cluster, "quotas", "-o", "json").path("quotas").get(0);

            assertThat(row.path("resource").asText()).isEqualTo("nvidia.com/gpu");
            assertThat(row.path("used").asInt()).isEqualTo(2);
            assertThat(row.has("freeOnNodes")).as(row.toPrettyString()).isFalse();
        }
    }

    @Test
    void aPodThatWaitsForThemIsToldWhatTheNodeHas() throws IOException {
        try (var cluster = RecordedCluster.serve("dra-extended-resource", folder)) {
            var text = "8 devices: 5 free, 2 allocated to ml/bert-0, 1 out of service (taint gpu.nvidia.com/xid=79)";
            assertThat(said(cluster, "why", "ml/big-0")).contains(text).doesNotContain("is not advertised");
            assertThat(said(cluster, "pods", "--pending")).contains(text);
        }
    }

    @Test
    void claimsAreListedWithWhoUsesThemAndWhyTheyWait() throws IOException {
        try (var cluster = RecordedCluster.serve("dra-extended-resource", folder)) {
            var list = json(cluster, "claims", "-o", "json");
            assertThat(list.path("claims").findValuesAsText("status")).containsExactly("pending", "pending",
                    "allocated", "admin");
            assertThat(list.at("/classes/0/free").asInt()).isEqualTo(5);
            assertThat(list.at("/tainted/0/device").asText()).isEqualTo("gpu-7");
            assertThat(said(cluster, "claims", "--pending")).contains("forgotten", "9 × gpu.nvidia.com", "big-0")
                    .doesNotContain("bert-0-extended");
        }
    }

    @Test
    void aBoardAndItsInstancesAreOneBoardAndAnInstanceIsHeldByWhoseClaimHasIt() throws IOException {
        try (var cluster = RecordedCluster.serve("dra-mig-instances", folder)) {
            var fleet = json(cluster, "fleet", "-o", "json");
            assertThat(fleet.at("/gpus/total").asInt()).isEqualTo(1);
            assertThat(fleet.at("/gpus/allocated").asInt()).isEqualTo(1);
            assertThat(fleet.at("/nodes/0/sharing").asText()).isEqualTo("MIG by claims");
            assertThat(said(cluster, "gpus")).contains("1g.10gb", "ml/p0");
            assertThat(said(cluster, "pods")).contains("p0", "mig.nvidia.com=1");
            assertThat(said(cluster, "doctor")).doesNotContain("offers none", "device plugin stays");
        }
    }

    @Test
    void aBoardOfWhichAClaimHasAnInstanceIsNotFreeAsAWhole() throws IOException {
        var classes = Files.writeString(folder.resolve("classes.yaml"),
                """
                        kind: DeviceClass
                        metadata: {name: gpu.nvidia.com}
                        spec: {selectors: [{cel: {expression: "device.driver == 'gpu.nvidia.com' && device.attributes['gpu.nvidia.com'].type == 'gpu'"}}]}
                        ---
                        kind: DeviceClass
                        metadata: {name: mig.nvidia.com}
                        spec: {selectors: [{cel: {expression: "device.driver == 'gpu.nvidia.com' && device.attributes['gpu.nvidia.com'].type == 'mig'"}}]}
                        """);
        try (var cluster = RecordedCluster
                .serve(List.of(Path.of("src/test/resources/clusters/dra-mig-instances.yaml"), classes), folder)) {
            assertThat(json(cluster, "claims", "-o", "json").path("classes"))
                    .extracting(each -> "%s: %d of %d free".formatted(each.path("name").asText(),
                            each.path("free").asInt(), each.path("devices").asInt()))
                    .containsExactly("mig.nvidia.com: 2 of 3 free", "gpu.nvidia.com: 0 of 1 free");
        }
    }

    @Test
    void aBoardIsFreeThoughOneOfItsNameIsHeldOnAnotherNode() throws IOException {
        var other = Files.writeString(folder.resolve("other.yaml"), """
                kind: Node
                metadata: {name: d2}
                spec: {}
                status: {conditions: [{type: Ready, status: 'True', reason: KubeletReady}]}
                ---
                kind: ResourceSlice
                metadata: {name: d2-gpu}
                spec:
                  driver: gpu.nvidia.com
                  nodeName: d2
                  pool: {name: d2, generation: 1, resourceSliceCount: 1}
                  devices:
                  - {name: gpu-0, attributes: {type: {string: gpu}}}
                  - {name: gpu-1, attributes: {type: {string: gpu}}}
                """);
        try (var alone = RecordedCluster.serve("dra-extended-resource", folder);
                var both = RecordedCluster.serve(
                        List.of(Path.of("src/test/resources/clusters/dra-extended-resource.yaml"), other), folder)) {
            assertThat(freeGpus(both) - freeGpus(alone)).isEqualTo(2);
        }
    }

    private int freeGpus(RecordedCluster cluster) throws IOException {
        return json(cluster, "claims", "-o", "json").path("classes").valueStream()
                .filter(each -> each.path("name").asText().equals("gpu.nvidia.com")).findFirst().orElseThrow()
                .path("free").asInt();
    }

    @Test
    void aBoardThatAPluginOffersAsWellIsCountedOnceAndTheOverlapIsAFinding() throws IOException {
        try (var cluster = RecordedCluster.serve("dra-offered-twice", folder)) {
            var gpus = json(cluster, "fleet", "-o", "json").path("gpus");
            assertThat(gpus.path("total").asInt()).isEqualTo(2);
            assertThat(gpus.path("allocated").asInt()).isEqualTo(2);
            // Claims have both, whichever the plugin gave to the pod.
            assertThat(gpus.path("allocatedBound").asText()).isEqualTo("exact");
            assertThat(gpus.path("freeBound").asText()).isEqualTo("exact");
            assertThat(said(cluster, "claims")).contains("Leaked");
            var devices = json(cluster, "gpus", "-o", "json").path("devices");
            assertThat(devices.valueStream().filter(device -> device.path("index").asInt(-1) == 1)
                    .map(device -> device.at("/pods/0/name").asText())).containsExactly("claimer");
            assertThat(devices.findValuesAsText("name")).containsExactlyInAnyOrder("claimer", "plain");
            assertThat(said(cluster, "doctor"))
                    .contains("twin1 advertises 2 GPUs through both the device plugin and DRA");
        }
    }

    @Test
    void howManyBoardsAreHeldWhereAPluginAndClaimsHandOutTheSameIsBounded() throws IOException {
        try (var cluster = RecordedCluster.serve("dra-offered-overlap", folder)) {
            assertThat(said(cluster, "fleet")).containsPattern("twin1 +L4 24 GB +nvidia.com/gpu +4 +4 +≤3 +≥1 +2 ");
            var resource = json(cluster, "fleet", "-o", "json").at("/nodes/0/resources/0");
            assertThat(resource.path("allocatedBound").asText()).isEqualTo("at-most");
            assertThat(resource.path("freeBound").asText()).isEqualTo("at-least");
            assertThat(said(cluster, "doctor")).doesNotContain("beyond the GPUs");
        }
    }

    @Test
    void aClaimThatIsReservedForAPodThatIsGoneSaysSoWhereverItIsNamed() throws IOException {
        try (var cluster = RecordedCluster.serve("device-maintenance", folder)) {
            assertThat(said(cluster, "claims")).contains("Reserved for ml/gone-0, which no longer exists");
            var tainted = json(cluster, "claims", "-o", "json").path("tainted").get(2);
            assertThat(tainted.path("use").asText()).isEqualTo("reserved for ml/gone-0, which no longer exists");
            assertThat(tainted.path("heldBy")).isEmpty();
            assertThat(tainted.at("/claims/0").asText()).isEqualTo("ml/left-behind");
        }
        try (var cluster = RecordedCluster.serve("claims-astray", folder)) {
            assertThat(said(cluster, "why", "ml/next-0"))
                    .contains("2 allocated to ml/train-0 and reserved for ml/gone-0, which no longer exists");
        }
    }

    @Test
    void devicesThatPeopleClosedAreInMaintenance() throws IOException {
        try (var cluster = RecordedCluster.serve("device-maintenance", folder)) {
            var fleet = json(cluster, "fleet", "-o", "json");
            assertThat(fleet.at("/nodes/0/state").asText()).isEqualTo("maintenance");
            assertThat(fleet.at("/gpus/outOfService").asInt()).isEqualTo(2);
            assertThat(json(cluster, "gpus", "-o", "json").path("devices").findValuesAsText("status"))
                    .containsExactly("maintenance", "maintenance", "usable");
            assertThat(said(cluster, "alerts")).contains("No known alerts firing.");
            assertThat(said(cluster, "doctor")).contains("dra-3: an administrator tainted gpu-0, gpu-1, gpu-2 (in use)",
                    "0 critical");
        }
    }

    @Test
    void whoMayNotListClaimsIsToldTheRuleAndNothingIsCertainThen() throws IOException {
        var clusters = Path.of("src/test/resources/clusters");
        try (var cluster = RecordedCluster.serve(
                List.of(clusters.resolve("claims-astray.yaml"), clusters.resolve("claims-forbidden.yaml")), folder)) {
            var rule = "You may not list resourceclaims.resource.k8s.io in the whole cluster. "
                    + "Grant get, list and watch on resourceclaims in API group resource.k8s.io.";
            for (var command : List.of("claims", "fleet", "gpus", "quotas")) {
                assertThat(cluster.run(command).err()).as(command).containsOnlyOnce(rule);
            }
            assertThat(said(cluster, "claims")).contains("Cannot read ResourceClaims.");
            assertThat(said(cluster, "fleet")).containsPattern("h1 .* ≥0 +≤2 +≥0 ");
            assertThat(json(cluster, "fleet", "-o", "json").path("allocationComplete").asBoolean()).isFalse();
            assertThat(said(cluster, "gpus")).contains("unknown");
            assertThat(said(cluster, "why", "ml/next-0")).contains("h1 may fit").doesNotContain("fits now",
                    "Devices may not be read");
            var why = json(cluster, "why", "ml/next-0", "-o", "json");
            assertThat(why.path("outcome").asText()).isEqualTo("may-fit");
            assertThat(why.path("nodes").findValuesAsText("verdict")).contains("may fit").doesNotContain("fits");
            assertThat(said(cluster, "doctor")).contains(rule.substring(0, rule.length() - 1), "0 warnings")
                    .doesNotContain("fits now");
        }
    }

    @Test
    void ofAPoolThatIsNotCompleteThereAreAtLeastAsManyAndNoneOfThemIsIll() throws IOException {
        try (var cluster = RecordedCluster.serve("dra-incomplete-pools", folder)) {
            var fleet = json(cluster, "fleet", "-o", "json");
            var incomplete = fleet.at("/nodes/1");
            assertThat(incomplete.path("gpus").asInt()).as("four that are seen, and one that a claim has").isEqualTo(5);
            assertThat(incomplete.path("gpusBound").asText()).isEqualTo("at-least");
            assertThat(incomplete.path("state").asText()).isEqualTo("ready");
            assertThat(said(cluster, "claims")).contains("gpu-6 is not known: pool incomplete (1 of 2 ResourceSlices)")
                    .doesNotContain("Unpublished");
            var gpus = fleet.path("gpus");
            assertThat(gpus.path("totalBound").asText()).isEqualTo("at-least");
            assertThat(gpus.path("allocated").asInt()).isEqualTo(4);
            assertThat(gpus.path("allocatedBound").asText()).isEqualTo("exact");
            assertThat(gpus.path("outOfService").asInt()).isEqualTo(3);
            assertThat(gpus.path("outOfServiceBound").asText()).isEqualTo("at-least");
            assertThat(said(cluster, "alerts")).contains("No known alerts firing.");
            assertThat(said(cluster, "doctor")).contains("0 critical, 1 warning",
                    "u1: the device pool of gpu.nvidia.com (1 of 2 slices of generation 2) is incomplete");
        }
    }

    @Test
    void aGpuThatNoSliceNamesIsAProblemOfItsClaimAndNoBoard() throws IOException {
        try (var cluster = RecordedCluster.serve("claims-astray", folder)) {
            var fleet = json(cluster, "fleet", "-o", "json");
            assertThat(fleet.at("/gpus/total").asInt()).isEqualTo(2);
            assertThat(fleet.at("/nodes/0/model").asText()).isEqualTo("H100 SXM 80 GB");
            assertThat(said(cluster, "claims")).contains("No ResourceSlice lists gpu-7");
            assertThat(said(cluster, "gpus")).doesNotContain("gpu-7");
            assertThat(said(cluster, "pods")).contains("old-0");
            assertThat(fleet.at("/nodes/0/resources/0/allocated").asInt()).isEqualTo(2);
            assertThat(fleet.at("/nodes/0/resources/0/pods").asInt()).as("pods that exist").isEqualTo(1);
        }
    }

    @Test
    void devicesOfASliceThatSelectsNodesAreOfTheNodeThatReachesThemOrHasThem() throws IOException {
        try (var cluster = RecordedCluster.serve("dra-incomplete-pools", folder)) {
            var rack = json(cluster, "fleet", "-o", "json").at("/nodes/0");
            assertThat(rack.path("name").asText()).isEqualTo("r1");
            assertThat(rack.path("gpus").asInt()).as("two of its own, and one of two that all nodes reach")
                    .isEqualTo(3);
            assertThat(rack.at("/resources/0/allocated").asInt()).isEqualTo(2);
            var claims = json(cluster, "claims", "-o", "json");
            assertThat(claims.path("claims").findValuesAsText("status")).containsExactly("allocated", "allocated");
            assertThat(claims.at("/pools/1/node").asText()).isEqualTo("r1");
        }
    }

    @Test
    void poolsAreCountedInGpusEachOnce() throws IOException {
        try (var cluster = RecordedCluster.serve("dra-extended-resource", folder)) {
            var pools = json(cluster, "claims", "-o", "json").path("pools");
            assertThat(pools.get(0).path("counts").asText()).isEqualTo("gpus");
            assertThat(List.of("total", "used", "free", "tainted").stream().map(name -> pools.get(0).path(name).asInt())
                    .toList()).containsExactly(8, 2, 5, 1);
            assertThat(pools.get(1).path("counts").asText()).isEqualTo("devices");
            assertThat(pools.get(1).path("total").asInt()).isEqualTo(2);
        }
    }

    @Test
    void whoOnlyLooksOnUsesNoGpuInPlans() throws IOException {
        try (var cluster = RecordedCluster.serve("claims-astray", folder)) {
            assertThat(said(cluster, "plan", "drain", "h1"))
                    .contains("ml/train-0, 1 GPU: Uses devices of ResourceClaim train-gpu",
                            "evicted   ops/watcher-1: ReplicaSet watcher")
                    .doesNotContain("look-on");
        }
    }

    @Test
    void aWaitingPodIsOfferedTheDeletionOfALeakedClaim() throws IOException {
        try (var cluster = RecordedCluster.serve("claims-astray", folder)) {
            assertThat(said(cluster, "why", "ml/next-0"))
                    .contains("Delete the unused ResourceClaim ml/left-behind (gpu-0). The pod then fits on h1.",
                            "-n ml delete resourceclaim left-behind")
                    .doesNotContain("ResourceClaim ml/train-gpu");
        }
    }

    @Test
    void severalLeakedClaimsAreDeletedByTheirNames() throws IOException {
        var recorded = Files.readString(Path.of("src/test/resources/clusters/claims-astray.yaml"));
        var both = Files.writeString(folder.resolve("two-leaked.yaml"), recorded
                .replace("kind: Pod\nmetadata: {name: train-0,", "kind: Other\nmetadata: {name: train-0,")
                .replace("metadata: {name: next-gpu, namespace: ml, uid: c-next-gpu}\n"
                        + "spec: {devices: {requests: [{name: g, exactly: {deviceClassName: gpu.nvidia.com}}]}}",
                        "metadata: {name: next-gpu, namespace: ml, uid: c-next-gpu}\n"
                                + "spec: {devices: {requests: [{name: g, exactly: "
                                + "{deviceClassName: gpu.nvidia.com, allocationMode: ExactCount, count: 2}}]}}"));
        try (var cluster = RecordedCluster.serve(List.of(both), folder)) {
            assertThat(said(cluster, "why", "ml/next-0")).contains(
                    "Delete the unused ResourceClaims ml/left-behind (gpu-0) and ml/train-gpu",
                    "-n ml delete resourceclaim left-behind train-gpu");
        }
    }

    @Test
    void whichGpuAPodHasIsNotKnownWhereNobodyTells() throws IOException {
        var clusters = Path.of("src/test/resources/clusters");
        try (var cluster = RecordedCluster.serve(
                List.of(clusters.resolve("blank-readings.yaml"), clusters.resolve("unnamed-holders.yaml")), folder)) {
            var devices = json(cluster, "gpus", "-o", "json").path("devices").valueStream().toList();
            assertThat(devices).filteredOn(device -> device.path("node").asText().equals("e1")).hasSize(4)
                    .allSatisfy(device -> {
                        assertThat(device.path("pods")).isEmpty();
                        assertThat(device.at("/perhapsPods/0/name").asText()).isEqualTo("solo");
                    });
            assertThat(devices).filteredOn(device -> device.path("node").asText().equals("e3")).hasSize(2)
                    .allSatisfy(device -> assertThat(device.at("/pods/0/name").asText())
                            .as("who has all GPUs of a node has each").isEqualTo("both"));
            assertThat(said(cluster, "gpus")).contains("perhaps ml/solo");
        }
    }

    @Test
    void boardsOfTwoModelsOfOneNodeAreToldApart() throws IOException {
        try (var cluster = RecordedCluster.serve("dra-two-models", folder)) {
            assertThat(said(cluster, "fleet").lines().skip(1)).satisfiesExactly(
                    line -> assertThat(line).containsPattern("h1 +H100 SXM 80 GB +gpu.nvidia.com \\(DRA\\) +1 "),
                    line -> assertThat(line).containsPattern("h1 +L4 24 GB +gpu.nvidia.com \\(DRA\\) +1 "));
            assertThat(said(cluster, "fleet", "-o", "wide").lines().findFirst().orElseThrow()).contains("GPUS");
        }
    }

    @Test
    void aClaimWhoseAllocationNamesNoNodeIsOfTheNodeOfItsPod() throws IOException {
        try (var cluster = RecordedCluster.serve("dra-no-node-named", folder)) {
            assertThat(said(cluster, "pods")).containsPattern("beside-0 +k1 +gpu.nvidia.com=1 ")
                    .containsPattern("alone-0 +k2 +gpu.nvidia.com=1 ").containsPattern("lent-0 +f2 +gpu.nvidia.com=1 ");
            assertThat(said(cluster, "fleet").lines().skip(1)).satisfiesExactly(
                    line -> assertThat(line)
                            .containsPattern("f1 +H100 SXM 80 GB +gpu.nvidia.com \\(DRA\\) +1 +1 +0 +1 "),
                    line -> assertThat(line)
                            .containsPattern("f2 +H100 SXM 80 GB +gpu.nvidia.com \\(DRA\\) +1 +1 +1 +0 "),
                    line -> assertThat(line).as("the plugin may offer what the claim has")
                            .containsPattern("k1 +H100 SXM 80 GB +nvidia.com/gpu +8 +8 +1 +7 "),
                    line -> assertThat(line).as("its driver offers nothing now").contains("k2", "NotOffered"));
            assertThat(said(cluster, "gpus")).containsPattern("k1 +5 .*ml/beside-0");
            assertThat(json(cluster, "claims", "-o", "json").path("claims").findValuesAsText("node"))
                    .containsExactlyInAnyOrder("", "k1", "k2", "f2");
            assertThat(said(cluster, "pods", "--pending")).as("f1 reaches three").contains(
                    "Requests 3 devices of DeviceClass gpu.nvidia.com on one node. The cluster has 2 devices: 1 "
                            + "free, 1 allocated to ml/lent-0")
                    .doesNotContainIgnoringCase("no node has more than");
            assertThat(said(cluster, "doctor")).contains("k1 advertises 1 GPU through both the device plugin and DRA",
                    "claimed device gpu-5", "No ResourceSlice lists the GPUs of k2");
        }
    }

    @Test
    void chipsOfGooglesDriverAreCountedThoughTheyTellNoTypeAndShareOneUuid() throws IOException {
        try (var cluster = RecordedCluster.serve("dra-tpu", folder)) {
            assertThat(said(cluster, "fleet")).containsPattern("t1 +\\S+.* tpu.google.com \\(DRA\\) +2 +2 +1 +1 ");
            assertThat(said(cluster, "pods")).containsPattern("chip-0 +t1 +tpu.google.com=1 ");
        }
    }

    @Test
    void podWhoseClaimWasNeverMadeOfItsTemplateWaitsForDevices() throws Exception {
        var pod = Files.writeString(folder.resolve("astray.yaml"),
                """
                        apiVersion: v1
                        kind: Pod
                        metadata: {name: no-template, namespace: ml, uid: no-template, creationTimestamp: "2026-11-20T12:00:00Z"}
                        spec:
                          containers: [{name: main, image: "registry.example/work:1", resources: {claims: [{name: g}]}}]
                          resourceClaims: [{name: g, resourceClaimTemplateName: absent}]
                        status: {phase: Pending}
                        """);
        try (var cluster = RecordedCluster
                .serve(List.of(Path.of("src/test/resources/clusters/dra-mig-instances.yaml"), pod), folder)) {
            assertThat(cluster.run("pods", "--pending").out()).contains("no-template",
                    "Waiting for the pod’s ResourceClaim, because ResourceClaimTemplate absent has not been applied yet");
            assertThat(cluster.run("doctor").out())
                    .contains("ml/no-template cannot be scheduled: ResourceClaimTemplate “absent” does not exist");
        }
    }

    @Test
    void waitingPodWantsAllDevicesOrAlternativesOfItsClaims() throws Exception {
        var pod = Files.writeString(folder.resolve("wishes.yaml"),
                """
                        apiVersion: v1
                        kind: Pod
                        metadata: {name: wishes, namespace: ml, uid: wishes, creationTimestamp: "2026-11-20T12:00:00Z"}
                        spec:
                          containers: [{name: main, image: "registry.example/work:1"}]
                          resourceClaims: [{name: one, resourceClaimName: every}, {name: two, resourceClaimName: either}]
                        status: {phase: Pending}
                        ---
                        apiVersion: resource.k8s.io/v1
                        kind: ResourceClaim
                        metadata: {name: every, namespace: ml}
                        spec: {devices: {requests: [{name: g, exactly: {deviceClassName: gpu.nvidia.com, allocationMode: All}}]}}
                        ---
                        apiVersion: resource.k8s.io/v1
                        kind: ResourceClaim
                        metadata: {name: either, namespace: ml}
                        spec: {devices: {requests: [{name: g, firstAvailable: [
                          {name: a, deviceClassName: h200.example.com, count: 1}, {name: b, deviceClassName: gpu.nvidia.com, count: 9}]}]}}
                        """);
        try (var cluster = RecordedCluster
                .serve(List.of(Path.of("src/test/resources/clusters/dra-mig-instances.yaml"), pod), folder)) {
            assertThat(cluster.run("pods", "--pending").out())
                    .contains("gpu.nvidia.com=all,h200.example.com=1 or gpu.nvidia.com=9");
            assertThat(cluster.run("pods", "--pending", "-o", "json").out()).containsIgnoringWhitespaces(
                    "\"uncountedRequests\": [\"gpu.nvidia.com=all\", \"h200.example.com=1 or gpu.nvidia.com=9\"]");
        }
    }

    @Test
    void instancesLieWhereTheResourceSlicesSay() throws Exception {
        try (var cluster = RecordedCluster.serve("dra-mig-instances", folder)) {
            assertThat(cluster.run("gpus", "-o", "wide").out()).as("slices tell the UUID of what is not measured")
                    .contains(" GPU-0 ");
            assertThat(cluster.run("mig", "-o", "wide").out())
                    .contains("Exact, as reported by the ResourceSlices of gpu.nvidia.com")
                    .doesNotContain("Guessed", "~", "Which is which");
        }
    }

    @Test
    void podThatWaitsIsListedWithWhatItClaims() throws Exception {
        var pod = Files.writeString(folder.resolve("waits.yaml"), """
                apiVersion: v1
                kind: Pod
                metadata: {name: waits, namespace: ml, uid: waits, creationTimestamp: "2026-11-20T12:00:00Z"}
                spec:
                  containers: [{name: main, image: "registry.example/work:1", resources: {claims: [{name: g}]}}]
                  resourceClaims: [{name: g, resourceClaimName: two}]
                status: {phase: Pending}
                ---
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: two, namespace: ml}
                spec: {devices: {requests: [{name: g, exactly: {deviceClassName: gpu.nvidia.com, count: 2}}]}}
                """);
        try (var cluster = RecordedCluster
                .serve(List.of(Path.of("src/test/resources/clusters/dra-mig-instances.yaml"), pod), folder)) {
            assertThat(cluster.run("pods", "--pending").out()).contains("waits", "gpu.nvidia.com=2");
        }
    }

    @Test
    void idleGpuIsToldOfThePodThatClaimsItWhereItsExporterNamesNobody() throws Exception {
        var objects = Files.writeString(folder.resolve("measured.yaml"), """
                kind: Node
                apiVersion: v1
                metadata: {name: k1, labels: {kubernetes.io/hostname: k1, nvidia.com/gpu.present: "true"}}
                status: {capacity: {cpu: "64"}, allocatable: {cpu: "64"}, conditions: [{type: Ready, status: "True"}]}
                ---
                kind: ResourceSlice
                metadata: {name: k1-gpu}
                spec:
                  driver: gpu.nvidia.com
                  nodeName: k1
                  pool: {name: k1, generation: 1, resourceSliceCount: 1}
                  devices: [{name: gpu-0, attributes: {type: {string: gpu}, uuid: {string: GPU-0}}}]
                ---
                kind: ResourceClaim
                metadata: {name: c0, namespace: ml}
                spec: {devices: {requests: [{name: g, exactly: {deviceClassName: gpu.nvidia.com}}]}}
                status:
                  allocation: {devices: {results: [{request: g, driver: gpu.nvidia.com, pool: k1, device: gpu-0}]}}
                  reservedFor: [{resource: pods, name: p0, uid: u0}]
                ---
                kind: Pod
                metadata: {name: p0, namespace: ml, uid: u0}
                spec:
                  nodeName: k1
                  resourceClaims: [{name: g, resourceClaimName: c0}]
                  containers: [{name: main, image: "registry.example/work:1", resources: {claims: [{name: g}]}}]
                status: {phase: Running, containerStatuses: [{name: main, ready: true, state: {running: {}}}]}
                ---
                kind: Pod
                metadata: {name: nvidia-dcgm-exporter-x, namespace: gpu-operator, labels: {app: nvidia-dcgm-exporter}}
                spec: {nodeName: k1, containers: [{name: exporter, image: "registry.example/dcgm-exporter:1"}]}
                status: {phase: Running, containerStatuses: [{name: exporter, ready: true, state: {running: {}}}]}
                ---
                kind: Recording
                metrics:
                  nvidia-dcgm-exporter-x: |
                    # TYPE DCGM_FI_DEV_GPU_UTIL gauge
                    DCGM_FI_DEV_GPU_UTIL{gpu="0",UUID="GPU-0",modelName="NVIDIA H100 80GB HBM3",Hostname="k1"} 0
                """);
        try (var cluster = RecordedCluster.serve(List.of(objects), folder)) {
            assertThat(cluster.run("alerts").out()).contains("GPU 0 of k1 is allocated to ml/p0 but only 0 % busy");
        }
    }
}
