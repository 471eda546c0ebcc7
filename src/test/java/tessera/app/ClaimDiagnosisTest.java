package tessera.app;

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
        return RecordedCluster.serve(
                List.of(Path.of("src/test/resources/clusters/claims-of-each-kind.yaml"), rights), folder);
    }

    @Test
    void podsOfOneOwnerWhoseClaimsDifferAreDiagnosedOneByOne() throws IOException {
        try (var cluster = serve()) {
            assertThat(cluster.run("doctor").out()).contains("ml/large can never run",
                    "ml/small is pending, though d1 fits now").doesNotContain("the same for ml/small");
        }
    }

    @Test
    void aMissingDeviceClassIsAFaultWhateverNodesAndDevicesMayBeRead() throws IOException {
        try (var cluster = serve("nodes", "resourceslices")) {
            assertThat(cluster.run("doctor").out()).contains("WARNING  ml/no-class cannot be scheduled: "
                    + "DeviceClass gpu.exmaple.com, which the pod’s ResourceClaim requests, does not exist");
        }
    }
}
