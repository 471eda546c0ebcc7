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

/** What is wrong with a claim is told of what is at fault, and of what may not be read nothing is told. */
class ClaimDiagnosisTest {

    @TempDir
    private Path folder;

    private RecordedCluster serve(String... forbidden) throws IOException {
        var rights = Files.writeString(folder.resolve("rights.yaml"),
                "kind: Recording\nforbidden: [%s]\n".formatted(String.join(", ", forbidden)));
        return RecordedCluster.serve(List.of(Path.of("src/test/resources/clusters/claims-of-each-kind.yaml"), rights),
                folder);
    }

    private static JsonNode json(RecordedCluster cluster, String... words) throws IOException {
        return new ObjectMapper().readTree(cluster.run(words).out());
    }

    private static String messageOf(JsonNode claims, String name) {
        return claims.path("claims").valueStream().filter(claim -> claim.path("name").asText().equals(name)).findFirst()
                .orElseThrow().path("message").asText();
    }

    @Test
    void aSelectorThatMatchesNoDeviceIsQuotedWithWhoseItIs() throws IOException {
        try (var cluster = serve()) {
            var claims = json(cluster, "claims", "-o", "json");

            assertThat(messageOf(claims, "other-model")).contains(
                    "selector “device.attributes['gpu.nvidia.com'].productName == 'NVIDIA B200'” of its request gpu "
                            + "matches none of the 4 devices");
            assertThat(messageOf(claims, "no-attribute")).contains(
                    "selector “device.attributes['gpu.nvidia.com'].speed == 'fast'” of its request gpu",
                    "no device has the attribute speed");
            assertThat(messageOf(claims, "not-cel"))
                    .isEqualTo("Cannot tell which devices selector “device.driver =” of request gpu matches");
            assertThat(messageOf(claims, "no-device")).contains(
                    "selector “device.driver == 'tpu.example.com'” of the DeviceClass matches none of the 4 devices");
            assertThat(cluster.run("pods", "--pending").out()).contains(
                    "Requests 1 device of DeviceClass gpu.nvidia.com matching its selectors on one node. No node "
                            + "has any.",
                    "Requests 1 device of DeviceClass tpu.example.com on one node. No node has any.");
        }
    }

    @Test
    void nothingIsSaidOfDevicesThatMayNotBeListed() throws IOException {
        try (var cluster = serve("resourceslices")) {
            var claims = json(cluster, "claims", "-o", "json");

            assertThat(List.of("large", "small", "other-model", "no-device")).allSatisfy(
                    name -> assertThat(messageOf(claims, name)).isEqualTo("Cannot tell which devices match: "
                            + "You may not list resourceslices.resource.k8s.io in the whole cluster"));
            assertThat(messageOf(claims, "no-class")).isEqualTo("DeviceClass gpu.exmaple.com does not exist");
            assertThat(claims.path("classes")).allSatisfy(each -> {
                assertThat(each.path("devices").isNull()).isTrue();
                assertThat(each.path("free").isNull()).isTrue();
            });
            assertThat(cluster.run("fleet").out()).as("a claim has GPUs of the node").contains("Ready")
                    .doesNotContain("NotOffered");
            var gpus = json(cluster, "fleet", "-o", "json").path("gpus");
            assertThat(List.of("totalBound", "allocatedBound", "freeBound", "outOfServiceBound"))
                    .allSatisfy(bound -> assertThat(gpus.path(bound).asText()).isEqualTo("at-least"));
        }
    }

    @Test
    void podsOfOneOwnerWhoseClaimsDifferAreDiagnosedOneByOne() throws IOException {
        try (var cluster = serve()) {
            assertThat(cluster.run("doctor").out())
                    .contains("ml/large fits no existing node", "ml/small is pending, though d1 fits now")
                    .doesNotContain("also for ml/small");
        }
    }

    @Test
    void aMissingDeviceClassIsAFaultWhateverNodesAndDevicesMayBeRead() throws IOException {
        try (var cluster = serve("nodes", "resourceslices")) {
            assertThat(cluster.run("doctor").out()).contains("WARNING  ml/no-class cannot be scheduled: "
                    + "DeviceClass gpu.exmaple.com, which the pod’s ResourceClaim requests, does not exist");
        }
    }

    @Test
    void acceleratorsOfAPodWhoseClaimsMayNotBeReadAreALowerBound() throws IOException {
        try (var cluster = serve("resourceclaims")) {
            assertThat(cluster.run("plan", "drain", "d1").out()).contains("ml/running, ≥1 accelerator:",
                    "ResourceClaims cannot be read, so accelerator counts of pods that use them are lower bounds (≥): "
                            + "You may not list resourceclaims.resource.k8s.io in the whole cluster");
            assertThat(
                    json(cluster, "plan", "drain", "d1", "-o", "json").at("/effects/pods/0/acceleratorsBound").asText())
                    .isEqualTo("at-least");
        }
        try (var cluster = serve()) {
            assertThat(cluster.run("plan", "drain", "d1").out()).contains("ml/running, 2 GPUs:")
                    .doesNotContain("lower bounds");
        }
    }

    @Test
    void gpusThatClaimsAloneGiveAreListedByTheirDriverAndNotByAResource() throws IOException {
        try (var cluster = serve()) {
            assertThat(cluster.run("fleet").out()).containsPattern("d1 .* gpu.nvidia.com \\(DRA\\) +4 +4 +2 +2 ")
                    .doesNotContain("nvidia.com/gpu");
            var resource = json(cluster, "fleet", "-o", "json").at("/nodes/0/resources/0");
            assertThat(resource.path("resource").isNull()).isTrue();
            assertThat(resource.path("draDriver").asText()).isEqualTo("gpu.nvidia.com");
        }
    }
}
