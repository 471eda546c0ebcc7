package tessera.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.testfx.util.WaitForAsyncUtils;
import tessera.demo.SimulatedCluster.SimulationOptions;

import static org.assertj.core.api.Assertions.assertThat;

/** Where an operator has nothing to heed, that is told, and not what follows from it on every node. */
@Timeout(180)
class DoctorWithoutPolicyTest extends ServedCluster {

    private static final String DEFINITION = "customresourcedefinitions/clusterpolicies.nvidia.com: ";

    @Override
    public SimulationOptions options() {
        return super.options().withSpeed(60);
    }

    @Test
    void aClusterPolicyThatIsGoneIsTheCauseAndSoIsItsDefinition() throws Exception {
        try (var colleague = new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(cluster.kubeconfig()))
                .build()) {
            var node = colleague.nodes().withLabel("nvidia.com/gpu.present", "true").list().getItems().getFirst()
                    .getMetadata().getName();
            outdated();
            colleague.genericKubernetesResources("nvidia.com/v1", "ClusterPolicy").withName("cluster-policy").delete();
            WaitForAsyncUtils.waitFor(3, TimeUnit.MINUTES, () -> idle(colleague, node) && gone(colleague));

            assertThat(told()).extracting(finding -> finding.path("id").asText()).contains("policy-absent")
                    .doesNotContain("mig", "devices-unhealthy", "overcommitted", "stack", "no-stack");
            assertThat(told("--node", node)).filteredOn(finding -> finding.path("node").asText().equals(node))
                    .extracting(finding -> finding.path("headline").asText())
                    .contains("The ClusterPolicy is missing, so the GPU operator does not set up the GPUs of " + node);

            colleague.apiextensions().v1().customResourceDefinitions().withName("clusterpolicies.nvidia.com").delete();
            assertThat(told()).filteredOn(finding -> finding.path("id").asText().equals("definition-absent"))
                    .singleElement().satisfies(finding -> {
                        assertThat(finding.path("severity").asText()).isEqualTo("critical");
                        assertThat(finding.path("evidence").toString()).contains(DEFINITION + "not installed",
                                "release gpu-operator -n gpu-operator: revision ");
                    });
        }
    }

    private void outdated() throws Exception {
        assertThat(told()).extracting(finding -> finding.path("id").asText()).doesNotContain("definitions-old");
        var set = there("plan", "operator", "values", "--set", "operator.upgradeCRD=false", "--apply", "--yes");
        assertThat(set.code()).as(set.out() + set.err()).isZero();

        assertThat(told()).filteredOn(finding -> finding.path("id").asText().equals("definitions-old")).singleElement()
                .satisfies(finding -> {
                    assertThat(finding.path("evidence").toString()).contains("operator.upgradeCRD=false",
                            "revision 8 of ");
                    assertThat(finding.path("commands").toString()).contains("--set operator.upgradeCRD=true");
                });
    }

    /** What the policy had made; nobody ends what a node has that is lost. */
    private static boolean gone(KubernetesClient colleague) {
        var lost = colleague.nodes().list().getItems().stream()
                .filter(node -> node.getStatus().getConditions().stream().anyMatch(
                        condition -> condition.getType().equals("Ready") && !condition.getStatus().equals("True")))
                .map(node -> node.getMetadata().getName()).toList();
        return colleague.pods().inNamespace("gpu-operator").list().getItems().stream()
                .filter(pod -> !lost.contains(pod.getSpec().getNodeName()))
                .noneMatch(pod -> pod.getMetadata().getDeletionTimestamp() != null);
    }

    private static boolean idle(KubernetesClient colleague, String node) {
        return colleague.nodes().withName(node).get().getStatus().getAllocatable().entrySet().stream()
                .filter(each -> each.getKey().startsWith("nvidia.com/"))
                .allMatch(each -> each.getValue().getAmount().equals("0"));
    }

    private List<JsonNode> told(String... more) throws Exception {
        var words = new String[more.length + 3];
        words[0] = "doctor";
        words[1] = "-o";
        words[2] = "json";
        System.arraycopy(more, 0, words, 3, more.length);
        return new ObjectMapper().readTree(there(words).out()).path("findings").valueStream().toList();
    }
}
