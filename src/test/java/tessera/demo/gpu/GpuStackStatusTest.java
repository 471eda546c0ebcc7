package tessera.demo.gpu;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tessera.demo.SimulatedCluster;
import tessera.mig.MigConfigFile;

import static org.assertj.core.api.Assertions.assertThat;

/** The GPU stack as the story has it, before anybody changes anything. */
class GpuStackStatusTest {

    private static @Nullable SimulatedCluster cluster;
    private static Kube kube = new Kube("", "");

    @BeforeAll
    static void begin() throws IOException {
        cluster = SimulatedCluster
                .start(SimulatedCluster.SimulationOptions.defaultOptions().withTls(false).withActivity(false));
        kube = Kube.of(cluster);
    }

    @AfterAll
    static void end() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    void everyOperandHasADaemonSetThatTheNodesLetInByAGate() {
        var gates = new TreeMap<String, String>();
        for (var set : kube.list("/apis/apps/v1/namespaces/gpu-operator/daemonsets")) {
            set.at("/spec/template/spec/nodeSelector").properties().forEach(each -> {
                if (each.getKey().startsWith("nvidia.com/gpu.deploy.")) {
                    gates.put(Kube.name(set), each.getKey().substring("nvidia.com/gpu.deploy.".length()));
                    assertThat(set.at("/metadata/ownerReferences/0/kind").asText()).isEqualTo("ClusterPolicy");
                }
            });
        }
        assertThat(gates).containsExactlyInAnyOrderEntriesOf(Map.of("nvidia-driver-daemonset", "driver",
                "nvidia-container-toolkit-daemonset", "container-toolkit", "nvidia-operator-validator",
                "operator-validator", "nvidia-device-plugin-daemonset", "device-plugin",
                "nvidia-device-plugin-mps-control-daemon", "device-plugin", "nvidia-dcgm-exporter", "dcgm-exporter",
                "gpu-feature-discovery", "gpu-feature-discovery", "nvidia-mig-manager", "mig-manager"));
        var plugin = kube.operand("nvidia-device-plugin-daemonset", "l40s-01").getFirst();
        assertThat(plugin.path("spec").path("containers").findValuesAsText("name")).contains("nvidia-device-plugin",
                "config-manager");
        assertThat(kube.operand("nvidia-mig-manager", "h200-01")).hasSize(1);
        assertThat(kube.operand("nvidia-mig-manager", "t4-01")).isEmpty();
        assertThat(kube.operand("nvidia-device-plugin-mps-control-daemon", "l40s-01")).isEmpty();
    }

    @Test
    void thePolicySaysWhatIsInForceAndWhichOperandsABrokenDriverHoldsUp() {
        var policy = kube.get(Kube.POLICY);

        assertThat(policy.at("/spec/mig/strategy").asText()).isEqualTo("mixed");
        assertThat(policy.at("/spec/devicePlugin/config/name").asText()).isEqualTo("device-plugin-config");
        assertThat(policy.at("/status/state").asText()).isEqualTo("notReady");
        assertThat(policy.at("/status/conditions/0/reason").asText()).isEqualTo("OperandNotReady");
        assertThat(policy.at("/status/conditions/1/message").asText())
                .contains("states not ready: [state-driver state-container-toolkit state-operator-validation "
                        + "state-device-plugin state-dcgm-exporter gpu-feature-discovery]");
    }

    @Test
    void nodesOfferTheLayoutsOfAFileThatIsInOrder() throws IOException {
        for (var name : new String[] {"default-mig-parted-config", "mig-layouts"}) {
            var text = kube.get(Kube.OPERATOR + "/configmaps/" + name).at("/data/config.yaml").asText();
            var file = MigConfigFile.read(new ObjectMapper(new YAMLFactory()).readTree(text));
            assertThat(file.problems()).as(name).isEmpty();
            assertThat(file.configs()).containsKeys("all-disabled", "all-enabled", "all-balanced", "all-1g.10gb",
                    "all-7g.141gb", "all-1g.10gb.me");
        }
        assertThat(kube.label("a100-04", "nvidia.com/mig.config")).isEqualTo("per-gpu-a");
        assertThat(kube.label("a100-04", "nvidia.com/mig.config.state")).isEqualTo("success");
        assertThat(gate(kube.node("t4-01"), "mig-manager")).isEmpty();
        assertThat(gate(kube.node("h100-01"), "device-plugin")).isEqualTo("true");
    }

    private static String gate(JsonNode node, String operand) {
        return node.path("metadata").path("labels").path("nvidia.com/gpu.deploy." + operand).asText();
    }
}
