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
}
