package tessera.cluster;

import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tessera.cluster.fixture.Contexts;
import tessera.cluster.fixture.ScriptedCluster;
import tessera.cluster.fixture.Seen;
import tessera.cluster.http.SessionAccessMode;
import tessera.gpu.ClusterResourceClaimOverview;
import tessera.gpu.ResourceClaimStatus;
import tessera.gpu.ResourceClaimSummary;
import tessera.model.ClusterSnapshot;
import tessera.model.NodeWithBoundPods;
import tessera.model.SessionConnectionStatus;

import static org.assertj.core.api.Assertions.assertThat;

/** Slices, classes and claims are followed where a cluster serves them, and cost nothing where it does not. */
class DeviceWatchTest {

    /** A claim on one device that it was given: its name, and the device's. */
    private ScriptedCluster cluster;
    private @Nullable ClusterSession session;
    private @Nullable Seen seen;

    @BeforeEach
    void serve() throws Exception {
        cluster = new ScriptedCluster();
        cluster.putNode("a");
        cluster.putNode("b");
    }

    @AfterEach
    void close() throws Exception {
        if (seen != null) {
            seen.close();
        }
        if (session != null) {
            session.close();
        }
        cluster.close();
    }

    private ClusterSnapshot open() throws Exception {
        var context = Contexts.context(cluster.server().address());
        session = ClusterSession.open(() -> context,
                ClusterSessionOptions.standard(Contexts.terms(), RandomGenerator.getDefault()),
                SessionAccessMode.READ_ONLY);
        var opened = new Seen(Objects.requireNonNull(session).snapshots());
        seen = opened;
        return opened
                .until(clusterSnapshot -> clusterSnapshot.connection() instanceof SessionConnectionStatus.LiveConnection
                        && clusterSnapshot.devices().isLoaded());
    }

    private static String slice(String node, int generation, String device) {
        return """
                {"metadata":{"name":"%s-gpu","resourceVersion":"VERSION"},"spec":{"driver":"gpu.nvidia.com","nodeName":"%s",
                 "pool":{"name":"%s","generation":%d,"resourceSliceCount":1},"devices":[%s]}}"""
                .formatted(node, node, node, generation, device);
    }

    private static String gpu(String name) {
        return "{\"name\":\"%s\",\"attributes\":{\"type\":{\"string\":\"gpu\"},\"uuid\":{\"string\":\"GPU-%s\"}}}"
                .formatted(name, name);
    }

    private static NodeWithBoundPods node(ClusterSnapshot clusterSnapshot, String name) {
        return clusterSnapshot.findNode(name).orElseThrow();
    }

    @Test
    void aClusterThatServesNoneIsAskedOnceAndTheAbsenceIsNoGap() throws Exception {
        var clusterSnapshot = open();
        assertThat(clusterSnapshot.devices().isServed()).isFalse();
        assertThat(clusterSnapshot.devices().hiddenProblems()).isEmpty();
        assertThat(cluster.server().requests()).filteredOn(request -> request.contains("/apis")).hasSize(1);
    }

    @Test
    void aClaimTouchesTheNodeOfItsDevicesAndNoOther() throws Exception {
        cluster.serveDevices("v1");
        cluster.putDevice("resourceslices", "a", slice("a", 1, gpu("gpu-0")));
        cluster.putDevice("resourceslices", "b", slice("b", 1, gpu("gpu-0")));
        var before = open();
        assertThat(node(before, "a").devices().slices()).hasSize(1);
        cluster.putDevice("resourceclaims", "ml/one",
                """
                        {"metadata":{"name":"one","namespace":"ml","uid":"u","resourceVersion":"VERSION"},
                         "spec":{"devices":{"requests":[{"name":"gpu","exactly":{"deviceClassName":"gpu.nvidia.com"}}]}},
                         "status":{"allocation":{"devices":{"results":[{"request":"gpu","driver":"gpu.nvidia.com","pool":"a","device":"gpu-0"}]}}}}""");
        var after = Objects.requireNonNull(seen)
                .until(clusterSnapshot -> !node(clusterSnapshot, "a").devices().claims().isEmpty());
        assertThat(node(after, "b")).isSameAs(node(before, "b"));
        assertThat(after.devices().claims()).hasSize(1);
    }

    @Test
    void aSliceThatSelectsNodesIsOfTheOnlyOneThatItSelectsUntilAnotherComes() throws Exception {
        cluster.serveDevices("v1");
        cluster.putDevice("resourceslices", "any", slice("any", 1, gpu("gpu-0")).replace("\"nodeName\":\"any\"",
                "\"nodeSelector\":{\"nodeSelectorTerms\":[{\"matchFields\":[{\"key\":\"metadata.name\",\"operator\":\"NotIn\","
                        + "\"values\":[\"a\"]}]}]}"));
        var before = open();
        assertThat(node(before, "a").devices().slices()).isEmpty();
        assertThat(node(before, "b").devices().slices()).hasSize(1);
        cluster.putNode("c");
        var after = Objects.requireNonNull(seen).until(clusterSnapshot -> clusterSnapshot.findNode("c").isPresent());
        assertThat(after.nodes()).allSatisfy(node -> assertThat(node.devices().slices()).isEmpty());
    }

    @Test
    void whatAClaimThatJustChangedIsUsedByIsNotJudgedYet() throws Exception {
        cluster.serveDevices("v1");
        cluster.putDevice("resourceslices", "a", slice("a", 1, gpu("gpu-0")));
        var claim = """
                {"metadata":{"name":"%s","namespace":"ml","resourceVersion":"VERSION","creationTimestamp":"2026-01-01T00:00:00Z"},
                 "spec":{"devices":{"requests":[]}},"status":{"allocation":{"devices":{"results":[]}}}}""";
        cluster.putDevice("resourceclaims", "ml/old", claim.formatted("old"));
        assertThat(ClusterResourceClaimOverview.of(open()).claims()).extracting(ResourceClaimSummary::status)
                .containsExactly(ResourceClaimStatus.LEAKED);
        cluster.putDevice("resourceclaims", "ml/new", claim.formatted("new"));
        var after = Objects.requireNonNull(seen)
                .until(clusterSnapshot -> clusterSnapshot.devices().claims().size() == 2);
        assertThat(ClusterResourceClaimOverview.of(after).claims()).extracting(ResourceClaimSummary::status)
                .containsExactly(ResourceClaimStatus.LEAKED, ResourceClaimStatus.ALLOCATED);
    }

    @Test
    void devicesOfV1beta1AreReadFromWhereTheyStandThere() throws Exception {
        cluster.serveDevices("v1beta1");
        cluster.putDevice("resourceslices", "a",
                slice("a", 1, "{\"name\":\"gpu-0\",\"basic\":{\"attributes\":{\"type\":{\"string\":\"gpu\"}}}}"));
        cluster.putDevice("resourceclaims", "ml/one", """
                {"metadata":{"name":"one","namespace":"ml","resourceVersion":"VERSION"},"spec":{"devices":{"requests":[
                 {"name":"gpu","deviceClassName":"gpu.nvidia.com","count":3}]}}}""");
        var clusterSnapshot = open();
        assertThat(node(clusterSnapshot, "a").devices().slices().getFirst().devices().getFirst().attributeText("type"))
                .isEqualTo("gpu");
        var request = clusterSnapshot.devices().claims().getFirst().requests().getFirst().options().getFirst();
        assertThat(List.of(request.deviceClass(), request.count())).isEqualTo(List.of("gpu.nvidia.com", 3));
    }

    @Test
    void claimsThatMayNotBeListedAreAGapAndTheClusterIsLiveAllTheSame() throws Exception {
        cluster.serveDevices("v1");
        cluster.putDevice("resourceslices", "a", slice("a", 1, gpu("gpu-0")));
        cluster.answer(exchange -> exchange.path().endsWith("resourceclaims"), exchange -> exchange.json(403,
                """
                        {"kind":"Status","status":"Failure","reason":"Forbidden","code":403,"message":"resourceclaims is forbidden"}"""));
        var clusterSnapshot = open();
        assertThat(clusterSnapshot.devices().hiddenClaimsProblem()).isPresent();
        assertThat(clusterSnapshot.devices().hiddenSlicesProblem()).isEmpty();
        assertThat(node(clusterSnapshot, "a").devices().claimsKnown()).isFalse();
        assertThat(node(clusterSnapshot, "a").devices().slicesKnown()).isTrue();
    }
}
