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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tessera.app.Program.Outcome;

import static org.assertj.core.api.Assertions.assertThat;

/** What may not be read is named, and nothing is told, or advised, that rests on it. */
@Timeout(180)
class ForbiddenReadsTest {

    @TempDir
    private Path folder;

    private Outcome seen(String cluster, String forbidden, String... words) throws IOException {
        var refusals = Files.writeString(Files.createTempFile(folder, "forbidden", ".yaml"),
                "kind: Recording\nforbidden: [%s]\n".formatted(forbidden));
        try (var recorded = RecordedCluster
                .serve(List.of(Path.of("src/test/resources/clusters", cluster + ".yaml"), refusals), folder)) {
            return recorded.run(words);
        }
    }

    private JsonNode diagnosis(String cluster, String forbidden) throws IOException {
        return new ObjectMapper().readTree(seen(cluster, forbidden, "doctor", "-o", "json").out());
    }

    @ParameterizedTest
    @CsvSource({"nodes, ''", "pods, ''", "daemonsets, apps", "secrets, ''", "clusterpolicies, nvidia.com",
        "deployments, apps", "resourceslices, resource.k8s.io", "events, ''", "pods/log, ''"})
    void theDiagnosisNamesWhatMayNotBeRead(String resource, String group) throws IOException {
        assertThat(diagnosis("operand-causes", resource).path("unreadable")).isNotEmpty().allSatisfy(problem -> {
            assertThat(problem.path("reason").asText()).isEqualTo("ForbiddenRequest");
            assertThat(problem.at("/fields/verb").asText()).isIn("list", "get");
            assertThat(problem.at("/fields/resource").asText()).isEqualTo(resource);
            assertThat(problem.at("/fields/group").asText()).isEqualTo(group);
        });
    }

    @Test
    void withoutNodesOrPodsTheDoctorDoesNotEndAsIfAllWereWell() throws IOException {
        assertThat(seen("plugin-not-everywhere", "", "doctor").code()).isZero();
        for (var resource : List.of("nodes", "pods")) {
            var outcome = seen("plugin-not-everywhere", resource, "doctor");
            assertThat(outcome.code()).as(outcome.out()).isEqualTo(5);
            assertThat(outcome.out()).contains("\nIncomplete: You may not list " + resource);
        }
        assertThat(seen("operand-causes", "pods", "doctor").code()).as("a finding is critical").isEqualTo(1);
    }

    @Test
    void withoutPodsNoComponentCountsAsChecked() throws IOException {
        assertThat(seen("operand-causes", "pods", "doctor").out())
                .contains("GPU stack: release, ClusterPolicy and operator.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"secrets", "daemonsets", "clusterpolicies", "deployments",
        "secrets, daemonsets, clusterpolicies, deployments"})
    void aBrokenDevicePluginIsToldThoughItIsNotKnownWhetherAnOperatorIsInstalled(String forbidden) throws IOException {
        assertThat(diagnosis("broken-without-operator", forbidden).path("findings"))
                .filteredOn(finding -> finding.path("severity").asText().equals("critical"))
                .extracting(finding -> finding.path("node").asText()).containsExactlyInAnyOrder("crash-1", "k3s-1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"clusterpolicies", "deployments"})
    void noStackIsSaidToBeMissingWhereTheOperatorMayNotBeRead(String forbidden) throws IOException {
        assertThat(seen("broken-without-operator", "", "doctor").out()).contains("No GPU stack was found");
        assertThat(seen("broken-without-operator", forbidden, "doctor").out())
                .contains("Components of the GPU stack on bare-1: their state is unknown.")
                .doesNotContain("No GPU stack was found", "Install the GPU operator", "without an operator");
        assertThat(seen("broken-without-operator", forbidden, "stack").out())
                .containsPattern("bare-1 .* unknown: no device plugin found; you may not read whether an operator");
    }

    @Test
    void ofAnOperatorWhoseNamespaceMayNotBeKnownNothingIsSaidToBeMissing() throws IOException {
        var moved = Files.write(folder.resolve("moved.yaml"),
                Files.readAllLines(Path.of("src/test/resources/clusters/operand-causes.yaml")).stream()
                        .filter(line -> !line.contains("nvidia-dcgm-exporter-gcp-1"))
                        .map(line -> line.replace("\"namespace\": \"gpu-operator\"", "\"namespace\": \"elsewhere\""))
                        .toList());
        var refusals = Files.writeString(folder.resolve("forbidden.yaml"),
                "kind: Recording\nforbidden: [deployments, clusterpolicies]\n");
        try (var recorded = RecordedCluster.serve(List.of(moved, refusals), folder)) {
            assertThat(recorded.run("stack").out()).containsPattern("Release +You may not list deployments.apps")
                    .containsPattern("DaemonSets +You may not list deployments.apps");
            assertThat(new ObjectMapper().readTree(recorded.run("stack", "-o", "json").out())
                    .at("/nodes/0/links/exporter/words").asText())
                    .isEqualTo("you may not read the DaemonSets that the operator deploys");
        }
    }

    @Test
    void theStackNamesDaemonSetsThatMayNotBeRead() throws IOException {
        assertThat(seen("operand-causes", "daemonsets", "stack").out())
                .containsPattern("DaemonSets +You may not list daemonsets.apps");
        assertThat(seen("operand-causes", "daemonsets", "stack", "-o", "json").out())
                .contains("\"resource\" : \"daemonsets\"");
    }

    @Test
    void withoutPodsNoExporterIsSaidToBeMissing() throws IOException {
        assertThat(seen("plugin-not-everywhere", "", "doctor").out()).contains("No exporter provides GPU");
        assertThat(seen("plugin-not-everywhere", "pods", "doctor").out())
                .contains("A device plugin runs without an operator").doesNotContain("No exporter", "dcgm-exporter");
    }

    @Test
    void ofALogThatMayNotBeReadNothingIsTold() throws IOException {
        assertThat(seen("operand-causes", "pods/log", "doctor").out()).contains(
                "Device plugin is running, but the node advertises no device",
                "Logs and events of GPU stack components: You may not get pods/log in the namespace “gpu-operator”.")
                .doesNotContain("Its log names");
    }

    @ParameterizedTest
    @ValueSource(strings = {"dra-mig-instances", "dra-two-models", "dra-extended-resource"})
    void noStackIsSaidToBeMissingWhereResourceSlicesMayNotBeRead(String cluster) throws IOException {
        assertThat(seen(cluster, "resourceslices", "doctor").out()).doesNotContain("No GPU stack was found",
                "Install the GPU operator", "advertised to the scheduler\n");
    }

    @Test
    void ofANodeWithoutClaimsItIsSaidThatSlicesMayPublishItsGpus() throws IOException {
        assertThat(seen("dra-two-models", "resourceslices", "doctor").out())
                .contains("as a resource; whether ResourceSlices publish them could not be read");
    }

    @Test
    void gpusThatNoResourceAdvertisesAreUnknownAndTotalsLowerBoundsWhereSlicesMayNotBeRead() throws IOException {
        var fleet = new ObjectMapper()
                .readTree(seen("plugin-not-everywhere", "resourceslices", "fleet", "-o", "json").out());
        assertThat(fleet.path("nodes")).filteredOn(node -> node.path("resources").isEmpty()).isNotEmpty()
                .allSatisfy(node -> assertThat(node.path("state").asText()).isEqualTo("offer_unknown"));
        assertThat(List.of("totalBound", "freeBound", "allocatedBound"))
                .allSatisfy(bound -> assertThat(fleet.at("/gpus/" + bound).asText())
                        .as("its plugin may advertise shares").isIn("at-least", "approximate"));
        assertThat(seen("plugin-not-everywhere", "", "fleet").out()).contains("NotOffered");
    }

    @Test
    void totalsOfNodesThatOfferAllTheyHaveAreExactThoughSlicesMayNotBeRead() throws IOException {
        var file = Files.writeString(folder.resolve("offered.yaml"), """
                {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "full", "labels": {
                  "nvidia.com/gpu.present": "true", "nvidia.com/gpu.count": "4"}}, "status": {"conditions":
                  [{"type": "Ready", "status": "True"}], "capacity": {"nvidia.com/gpu": "4"},
                  "allocatable": {"nvidia.com/gpu": "4"}}}
                ---
                kind: Recording
                forbidden: [resourceslices]
                """);
        try (var recorded = RecordedCluster.serve(List.of(file), folder)) {
            assertThat(new ObjectMapper().readTree(recorded.run("fleet", "-o", "json").out()).at("/gpus/totalBound")
                    .asText()).isEqualTo("exact");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"deployments", "resourceslices"})
    void nothingIsToBeInstalledWhereTheOperatorOrResourceSlicesMayNotBeRead(String forbidden) throws IOException {
        var file = Files.writeString(folder.resolve("empty.yaml"), """
                {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "cpu-1"}, "status": {"conditions":
                  [{"type": "Ready", "status": "True"}], "capacity": {"cpu": "8"}, "allocatable": {"cpu": "8"}}}
                """);
        try (var recorded = RecordedCluster.serve(List.of(file), folder)) {
            assertThat(recorded.run("doctor").out()).contains("Install the GPU operator");
        }
        var refusal = Files.writeString(folder.resolve("refusal.yaml"),
                "kind: Recording\nforbidden: [%s]\n".formatted(forbidden));
        try (var recorded = RecordedCluster.serve(List.of(file, refusal), folder)) {
            assertThat(recorded.run("doctor").out()).contains("no GPU, but not everything could be read")
                    .doesNotContain("Install the GPU operator");
        }
    }

    @Test
    void aLayoutThatIsSaidNotToFitIsTheCauseAndNoRestartHelps() throws IOException {
        var file = Files.writeString(folder.resolve("invalid.yaml"), """
                {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "cut-1", "labels": {
                  "nvidia.com/gpu.present": "true", "nvidia.com/gpu.product": "NVIDIA-A100-SXM4-80GB-MIG-INVALID",
                  "nvidia.com/mig.capable": "true", "nvidia.com/mig.strategy": "single",
                  "nvidia.com/mig.config": "all-balanced", "nvidia.com/mig.config.state": "success"}},
                 "status": {"conditions": [{"type": "Ready", "status": "True"}],
                  "capacity": {"cpu": "8", "nvidia.com/gpu": "0"}, "allocatable": {"cpu": "8", "nvidia.com/gpu": "0"}}}
                ---
                kind: Recording
                forbidden: [pods, daemonsets]
                """);
        try (var recorded = RecordedCluster.serve(List.of(file), folder)) {
            assertThat(recorded.run("doctor").out()).contains("its MIG geometry does not fit MIG strategy “single”")
                    .doesNotContain("restart-plugin", "MIG change");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"pods", "resourceslices"})
    void aNodeThatANodeClaimExplainsIsToldOnceThoughItsComponentsAreNotKnown(String forbidden) throws IOException {
        assertThat(diagnosis("karpenter-nodes", forbidden).path("findings"))
                .filteredOn(finding -> finding.path("node").asText().equals("ip-1"))
                .extracting(finding -> finding.path("id").asText()).containsExactly("node-uninitialized");
    }
}
