package tessera.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
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
    void aPodThatWaitsForThemIsToldWhatTheNodeHas() throws IOException {
        try (var cluster = RecordedCluster.serve("dra-extended-resource", folder)) {
            var words = "8 devices: 5 free, 2 held by ml/bert-0, 1 out of service (taint gpu.nvidia.com/xid=79)";
            assertThat(said(cluster, "why", "ml/big-0")).contains(words).doesNotContain("is not offered");
            assertThat(said(cluster, "pods", "--pending")).contains(words);
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
    void aBoardThatAPluginOffersAsWellIsCountedOnceAndTheOverlapIsAFinding() throws IOException {
        try (var cluster = RecordedCluster.serve("dra-offered-twice", folder)) {
            var gpus = json(cluster, "fleet", "-o", "json").path("gpus");
            assertThat(gpus.path("total").asInt()).isEqualTo(2);
            assertThat(gpus.path("allocated").asInt()).isEqualTo(2);
            // What the claim has may be what the plugin gave to the pod.
            assertThat(gpus.path("allocatedBound").asText()).isEqualTo("at-most");
            assertThat(gpus.path("freeBound").asText()).isEqualTo("at-least");
            assertThat(said(cluster, "claims")).contains("Leaked");
            assertThat(said(cluster, "doctor")).contains("twin1 offers 2 GPUs both by the device plugin and by claims");
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
            var gpus = fleet.path("gpus");
            assertThat(gpus.path("totalBound").asText()).isEqualTo("at-least");
            assertThat(gpus.path("allocated").asInt()).isEqualTo(4);
            assertThat(gpus.path("allocatedBound").asText()).isEqualTo("exact");
            assertThat(gpus.path("outOfService").asInt()).isEqualTo(3);
            assertThat(gpus.path("outOfServiceBound").asText()).isEqualTo("at-least");
            assertThat(said(cluster, "alerts")).contains("Nothing is known to fire");
            assertThat(said(cluster, "doctor")).contains("0 critical, 1 warning",
                    "u1: incomplete device pool of gpu.nvidia.com (1 of 2 slices of generation 2)");
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
}
