package tessera.app;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** GPUs that are passed to Kata containers are counted by the one name that their plugin has for all of them. */
class ConfidentialNodesTest {

    @TempDir
    private Path folder;

    @Test
    void gpusOfKataContainersAreOfferedAndHeld() throws IOException {
        var file = Files.writeString(folder.resolve("kata.yaml"),
                """
                        kind: Node
                        apiVersion: v1
                        metadata: {name: c1, labels: {kubernetes.io/hostname: c1, nvidia.com/gpu.present: "true",
                          nvidia.com/gpu.workload.config: vm-passthrough, nvidia.com/cc.mode.state: "on"}}
                        status: {capacity: {cpu: "64", pods: "110", nvidia.com/pgpu: "4"}, conditions: [{type: Ready, status: "True"}],
                          allocatable: {cpu: "64", pods: "110", nvidia.com/pgpu: "4"}}
                        ---
                        kind: Pod
                        apiVersion: v1
                        metadata: {name: guest, namespace: cc, uid: guest}
                        spec:
                          nodeName: c1
                          runtimeClassName: kata-qemu-nvidia-gpu-snp
                          containers: [{name: main, image: "registry.example/work:1", resources: {limits: {nvidia.com/pgpu: "1"}, requests: {nvidia.com/pgpu: "1"}}}]
                        status: {phase: Running}
                        """);
        try (var cluster = RecordedCluster.serve(List.of(file), folder)) {
            var fleet = new ObjectMapper().readTree(cluster.run("fleet", "-o", "json").out());
            assertThat(fleet.at("/gpus/total").asInt()).isEqualTo(4);
            assertThat(fleet.at("/gpus/allocated").asInt()).isEqualTo(1);
            assertThat(fleet.at("/nodes/0/model").asText()).isEqualTo("NVIDIA GPU");
            assertThat(cluster.run("pods").out()).contains("nvidia.com/pgpu=1");
            assertThat(cluster.run("doctor").out()).doesNotContain("have not been advertised");
        }
    }
}
