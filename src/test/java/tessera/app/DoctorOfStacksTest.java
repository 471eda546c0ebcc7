package tessera.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.testfx.util.WaitForAsyncUtils;
import tessera.demo.SimulatedCluster.SimulationOptions;

import static org.assertj.core.api.Assertions.assertThat;

/** What is wrong with a GPU stack, or left of it, is told on the command line as the cluster tells it. */
@Timeout(180)
class DoctorOfStacksTest extends ServedCluster {

    private static final List<String> KINDS = List.of("config-unknown", "two-plugins", "uninstalled");
    private static final List<String> CAUSES = List.of("kept-off", "config-rejected", "config-unknown", "stack", "mig",
            "devices-unhealthy", "overcommitted");

    @Override
    public SimulationOptions options() {
        return super.options().withNodes(5).withSpeed(60);
    }

    @Test
    void aStackIsToldWhatItLacksAndWhatItLeft() throws Exception {
        try (var colleague = new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(cluster.kubeconfig()))
                .build()) {
            assertThat(found()).isEmpty();
            var node = colleague.nodes().withLabel("nvidia.com/gpu.present", "true").list().getItems().getFirst()
                    .getMetadata().getName();
            uncounted(colleague, node);
            keptOff(colleague, node);
            rejected(colleague, node);
            misconfigured(colleague, node);
            uninstalled(colleague, node);
        }
    }

    private void uncounted(KubernetesClient colleague, String node) throws Exception {
        var pod = colleague.pods().inNamespace("default")
                .resource(new PodBuilder().withNewMetadata().withName("peek").endMetadata().withNewSpec()
                        .withNodeName(node).addNewToleration().withOperator("Exists").endToleration().addNewContainer()
                        .withName("main").withImage("registry.example/peek:1").addNewEnv()
                        .withName("NVIDIA_VISIBLE_DEVICES").withValue("all").endEnv().endContainer().endSpec().build());
        pod.create();
        eventually(() -> findings("doctor", "--node", node, "-o", "json")
                .anyMatch(finding -> finding.path("headline").asText().startsWith("default/peek requests no GPU")));
        pod.withGracePeriod(0).delete();
    }

    private void keptOff(KubernetesClient colleague, String node) throws Exception {
        Colleague.insists(() -> colleague.nodes().withName(node).edit(each -> each.edit().editMetadata()
                .addToLabels("nvidia.com/gpu.deploy.device-plugin", "false").endMetadata().build()));
        eventually(() -> offered(colleague, node) == 0);

        assertThat(of(node)).singleElement().satisfies(finding -> {
            assertThat(finding.path("id").asText()).isEqualTo("kept-off");
            assertThat(finding.path("commands").toString())
                    .contains("plan label " + node + " nvidia.com/gpu.deploy.device-plugin=true");
        });
        assertThat(there("plan", "label", node, "nvidia.com/gpu.deploy.device-plugin=true", "--apply", "--yes").code())
                .isZero();
        eventually(() -> offered(colleague, node) > 0 && of(node).isEmpty());
    }

    private void rejected(KubernetesClient colleague, String node) throws Exception {
        var map = colleague.configMaps().inNamespace("gpu-operator").withName("device-plugin-config");
        var before = map.get().getData().get("whole");
        map.edit(each -> each.edit().addToData("whole", "version: v9").build());
        colleague.pods().inNamespace("gpu-operator").withLabel("app", "nvidia-device-plugin-daemonset").delete();
        eventually(() -> offered(colleague, node) == 0);
        eventually(() -> of(node).toString()
                .contains("nodes where the device plugin or GPU Feature Discovery is not running: " + node));

        assertThat(of(node)).singleElement().satisfies(finding -> {
            assertThat(finding.path("headline").asText())
                    .isEqualTo(node + ": the device plugin does not accept its configuration whole");
            assertThat(finding.path("severity").asText()).isEqualTo("critical");
            assertThat(finding.path("evidence").toString()).contains("version has the", "devicePlugin.config.default")
                    .doesNotContain("label");
        });
        map.edit(each -> each.edit().addToData("whole", before).build());
        eventually(() -> offered(colleague, node) > 0);
    }

    private static long offered(KubernetesClient colleague, String node) {
        return colleague.nodes().withName(node).get().getStatus().getAllocatable().entrySet().stream()
                .filter(each -> each.getKey().startsWith("nvidia.com/"))
                .mapToLong(each -> Long.parseLong(each.getValue().getAmount())).sum();
    }

    /** Why a node does not offer its GPUs, and what that comes with; not what pods there do. */
    private List<JsonNode> of(String node) throws Exception {
        return findings("doctor", "--node", node, "-o", "json")
                .filter(finding -> CAUSES.contains(finding.path("id").asText())).toList();
    }

    private void misconfigured(KubernetesClient colleague, String node) throws Exception {
        Colleague.insists(() -> colleague.nodes().withName(node).edit(each -> each.edit().editMetadata()
                .addToLabels("nvidia.com/device-plugin.config", "fuor").endMetadata().build()));

        assertThat(found()).singleElement().satisfies(finding -> {
            assertThat(finding.path("id").asText()).isEqualTo("config-unknown");
            assertThat(finding.path("headline").asText())
                    .isEqualTo(node + ": device plugin configuration fuor does not exist");
            assertThat(finding.path("evidence").toString()).contains("the ConfigMap contains ", "whole");
        });
    }

    private void uninstalled(KubernetesClient colleague, String node) throws Exception {
        var removed = there("plan", "operator", "uninstall", "--apply", "--yes");
        assertThat(removed.code()).as(removed.out() + removed.err()).isZero();
        colleague.namespaces().withName("gpu-operator").delete();
        eventually(() -> colleague.pods().inNamespace("gpu-operator").list().getItems().isEmpty());

        assertThat(found()).singleElement().satisfies(finding -> {
            assertThat(finding.path("id").asText()).isEqualTo("uninstalled");
            assertThat(finding.path("headline").asText()).contains(node);
            assertThat(finding.path("evidence").toString()).contains("label nvidia.com/gpu.deploy.",
                    "customresourcedefinitions/clusterpolicies.nvidia.com");
        });
    }

    private static void eventually(Callable<Boolean> so) throws TimeoutException {
        WaitForAsyncUtils.waitFor(3, TimeUnit.MINUTES, so);
    }

    private List<JsonNode> found() throws Exception {
        return findings("doctor", "-o", "json").filter(finding -> KINDS.contains(finding.path("id").asText())).toList();
    }

    private Stream<JsonNode> findings(String... words) throws Exception {
        var outcome = there(words);
        return StreamSupport.stream(new ObjectMapper().readTree(outcome.out()).path("findings").spliterator(), false);
    }
}
