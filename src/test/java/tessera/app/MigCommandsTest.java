package tessera.app;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tessera.demo.SimulatedCluster;
import tessera.demo.SimulatedCluster.SimulationOptions;

import static org.assertj.core.api.Assertions.assertThat;

/** Who asks on the command line is told how few GPUs serve some requests, and which node could make room for a pod. */
@Timeout(180)
class MigCommandsTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private static Path home;

    @Test
    void requestsAreServedWithoutACluster() throws Exception {
        var served = new Program(home).run("mig", "serve", "5x1g.10gb,2x3g.40gb", "--on", "h100-80gb", "-o", "json");
        var answer = JSON.readTree(served.out());
        assertThat(answer.path("gpus").asInt()).isEqualTo(2);
        assertThat(answer.path("fewest").asBoolean()).isTrue();
        assertThat(answer.path("layout").asText()).contains("3g.40gb");
    }

    @Test
    void whatCannotBeServedIsRefusedInWords() throws Exception {
        assertThat(new Program(home).run("mig", "serve", "1g.5gb", "--on", "h100-80gb").err())
                .contains("has no profile 1g.5gb");
        assertThat(new Program(home).run("mig", "serve", "1g.10gb", "--on", "H100").err())
                .contains("“H100” matches several GPUs: ", "h100-80gb");
        assertThat(new Program(home).run("mig", "serve", "nonsense", "--on", "h100-80gb").err())
                .contains("“nonsense” is not a MIG profile");
        assertThat(new Program(home).run("plan", "mig", "h100-01", "--layout", "0-3=4g").err())
                .contains("“4g” is not a MIG profile");
        assertThat(new Program(home).run("plan", "mig", "h100-01", "--layout", "off", "--config", "all-balanced").err())
                .contains("--config", "--layout");
    }

    @Test
    void aNodeThatCouldMakeRoomIsNamedWithItsLayout() throws Exception {
        try (var cluster = SimulatedCluster.start(SimulationOptions.defaultOptions().withActivity(false))) {
            var kubeconfig = Files.writeString(home.resolve("config"), cluster.kubeconfig()).toString();
            var outcome = new Program(home).run("mig", "room", "research/vlm-eval-b7x1q", "-o", "json", "--kubeconfig",
                    kubeconfig);
            assertThat(JSON.readTree(outcome.out()).path("wanted").asText()).isEqualTo("3g.40gb");
            assertThat(JSON.readTree(outcome.out()).path("nodes").valueStream()).isNotEmpty()
                    .allSatisfy(node -> assertThat(node.path("layout").asText()).contains("3g.40gb"));
            assertThat(
                    new Program(home).run("mig", "room", "research/vlm-eval-b7x1q", "--kubeconfig", kubeconfig).out())
                    .contains("CUT-ANEW").containsPattern("h100-05 +GPU \\d .* -\n");
            try (var colleague = new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(cluster.kubeconfig()))
                    .build()) {
                colleague.pods().inNamespace("research").resource(new PodBuilder().withNewMetadata().withName("large")
                        .endMetadata().withNewSpec().addToNodeSelector("zone", "moon").addNewContainer()
                        .withName("main").withImage("registry.example/work:1").withNewResources()
                        .addToLimits("nvidia.com/mig-3g.40gb", new Quantity("1"))
                        .addToRequests("cpu", new Quantity("9000")).endResources().endContainer().endSpec().build())
                        .create();
            }
            var large = new Program(home).run("mig", "room", "research/large", "-o", "json", "--kubeconfig",
                    kubeconfig);
            assertThat(JSON.readTree(large.out()).path("nodes").valueStream()).isNotEmpty().allSatisfy(
                    node -> assertThat(node.path("missing").toString()).contains("zone", "requests 9000 CPU"));
            assertThat(new Program(home).run("mig", "room", "research/nobody", "--kubeconfig", kubeconfig).err())
                    .contains("No pending pod “research/nobody”");
        }
    }
}
