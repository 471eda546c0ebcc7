package tessera.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A repair that ended without success needs a person; the label alone may be left from one that is over. */
class GivenUpRepairTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"drain-failed, true, true, true", "remediation-failed, true, true, true", "draining, true, true, false",
        "drain-failed, false, true, false", "drain-failed, true, false, false"})
    void whoHasToActIsTold(String state, boolean annotated, boolean cordoned, boolean found) throws IOException {
        var file = Files.writeString(folder.resolve("node.yaml"),
                """
                        kind: Node
                        apiVersion: v1
                        metadata:
                          name: n1
                          labels: {kubernetes.io/hostname: n1, dgxc.nvidia.com/nvsentinel-state: %s}
                          annotations: %s
                        spec: {unschedulable: %s}
                        status: {capacity: {cpu: "64", pods: "110", nvidia.com/gpu: "8"}, conditions: [{type: Ready, status: "True"}],
                          allocatable: {cpu: "64", pods: "110", nvidia.com/gpu: "8"}}
                        """
                        .formatted(state,
                                annotated
                                        ? """
                                                {quarantineHealthEvent: '[{"checkName":"GpuMemWatch","isFatal":true,"isHealthy":false}]'}"""
                                        : "{}",
                                cordoned));
        try (var cluster = RecordedCluster.serve(List.of(file), folder)) {
            assertThat(cluster.run("doctor").out().contains("NVSentinel has given up on n1 (%s)".formatted(state)))
                    .isEqualTo(found);
        }
    }
}
