package tessera.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A repair that ended without success needs a person; the label alone may be left from one that is over. */
class GivenUpRepairTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(value = {"drain-failed, quarantineHealthEvent, true, could not drain n1",
        "drain-failed, quarantineHealthEvent, true, Remove the stuck pods",
        "remediation-failed, quarantineHealthEvent, true, could not repair n1",
        "draining, quarantineHealthEvent, true, -", "drain-failed, other, true, -",
        "drain-failed, quarantineHealthEvent, false, -",
        "drain-failed, TAINTED quarantineHealthEvent, false, could not drain n1"}, nullValues = "-")
    void whoHasToActIsTold(String state, String annotation, boolean cordoned, @Nullable String told)
            throws IOException {
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
                                """
                                        {%s: '[{"checkName":"GpuMemWatch","isFatal":true,"isHealthy":false}]'}"""
                                        .formatted(annotation.replace("TAINTED ",
                                                "quarantineHealthEventAppliedTaints: '[{\"Key\":\"gpu\"}]', ")),
                                cordoned));
        try (var cluster = RecordedCluster.serve(List.of(file), folder)) {
            var out = cluster.run("doctor").out();
            if (told == null) {
                assertThat(out).doesNotContain("NVSentinel could not");
            } else {
                assertThat(out).contains("NVSentinel could not", told);
                assertThat(out.contains("stuck pods")).as("a drain that succeeded left none")
                        .isEqualTo(state.equals("drain-failed"));
            }
        }
    }
}
