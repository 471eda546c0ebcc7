package tessera.demo.gpu;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What the GPU operator makes of a changed policy. */
class OperatorTest extends LiveStack {

    private static final String GPU = "nvidia.com/gpu";
    private static final String DEPLOY = "nvidia.com/gpu.deploy.";
    private static final String UPGRADE = "nvidia.com/gpu-driver-upgrade-state";
    private static final String PLUGIN = "nvidia-device-plugin-daemonset";

    OperatorTest() {
        super(40);
    }

    private void spec(String patch) {
        kube.patch(Kube.POLICY, "{\"spec\":" + patch + "}");
    }

    private JsonNode policy() {
        return kube.get(Kube.POLICY).path("status");
    }

    private static boolean complete(JsonNode set) {
        var status = set.path("status");
        return status.path("updatedNumberScheduled").asInt() >= status.path("desiredNumberScheduled").asInt()
                && status.path("observedGeneration").asInt() == set.at("/metadata/generation").asInt();
    }

    @Test
    void withAPrecompiledDriverTheBrokenNodeComesUpInOrderAndThePolicyIsReady() {
        assertThat(policy().path("state").asText()).isEqualTo("notReady");
        assertThat(kube.operand(PLUGIN, "l40s-04").toString()).contains("\"reason\":\"PodInitializing\"");
        spec("{\"driver\":{\"usePrecompiled\":true}}");
        kube.await(() -> kube.capacity("l40s-04", GPU), "16"::equals);
        kube.await(() -> policy().path("state").asText(), "ready"::equals);

        assertThat(policy().at("/conditions/0/reason").asText()).isEqualTo("Reconciled");
        assertThat(policy().at("/conditions/1/status").asText()).isEqualTo("False");
    }

    @Test
    void anotherDefaultOfThePluginRollsItAndIsInForceOnNodesThatDoNotSay() {
        spec("{\"devicePlugin\":{\"config\":{\"default\":\"shared-4\"}}}");
        kube.await(() -> kube.get(Kube.SETS + PLUGIN), OperatorTest::complete);
        kube.await(() -> kube.allocatable("b200-02", GPU), "32"::equals);
        awaitLabel("b200-02", GPU + ".replicas", "4");

        kube.await(() -> kube.allocatable("h100-06", GPU), "16"::equals);
        kube.await(() -> kube.allocatable("l40s-02", GPU + ".shared"), "16"::equals);
        kube.await(() -> kube.allocatable("h100-08", GPU), "28"::equals);
    }

    @Test
    void underStrategySingleOnlyNodesThatAreCutAlikeHaveGpus() {
        spec("{\"mig\":{\"strategy\":\"single\"}}");
        kube.await(() -> kube.allocatable("a100-03", GPU), "56"::equals);
        awaitLabel("a100-03", GPU + ".product", "NVIDIA-A100-SXM4-80GB-MIG-1g.10gb");
        awaitLabel("a100-01", GPU + ".product", "NVIDIA-A100-SXM4-80GB-MIG-INVALID");

        assertThat(kube.label("a100-01", GPU + ".count")).isEqualTo("0");
        kube.await(() -> kube.operand(PLUGIN, "a100-01").toString(), text -> text.contains("CrashLoopBackOff"));
        assertThat(kube.label("a100-03", "nvidia.com/mig-1g.10gb.count")).isEmpty();
        assertThat(kube.allocatable("a100-03", "nvidia.com/mig-1g.10gb")).isEqualTo("0");
    }

    @Test
    void whatIsSwitchedOffGoesAndWhatIsSwitchedOnComes() {
        spec("{\"dcgmExporter\":{\"enabled\":false},\"nodeStatusExporter\":{\"enabled\":true}}");
        kube.await(() -> kube.get(Kube.SETS + "nvidia-dcgm-exporter"), JsonNode::isEmpty);
        kube.await(() -> kube.operand("nvidia-dcgm-exporter", "t4-01"), pods -> pods.isEmpty());
        kube.await(() -> kube.operand("nvidia-node-status-exporter", "t4-01").toString(),
                text -> text.contains("\"phase\":\"Running\""));

        assertThat(kube.get(Kube.SETS + "nvidia-node-status-exporter").at("/metadata/ownerReferences/0/name").asText())
                .isEqualTo("cluster-policy");
    }

    @Test
    void aClosedGateKeepsOneOperandAwayAndAnotherLabelAllOfThem() {
        kube.label("t4-01", DEPLOY + "dcgm-exporter", "false");
        kube.await(() -> kube.operand("nvidia-dcgm-exporter", "t4-01"), pods -> pods.isEmpty());
        assertThat(kube.operand(PLUGIN, "t4-01")).hasSize(1);

        kube.label("t4-01", DEPLOY + "operands", "false");
        kube.await(() -> kube.operand(PLUGIN, "t4-01"), pods -> pods.isEmpty());
        kube.await(() -> kube.allocatable("t4-01", GPU), "0"::equals);
        assertThat(kube.label("t4-01", DEPLOY + "driver")).isEmpty();

        kube.label("t4-01", DEPLOY + "operands", null);
        kube.await(() -> kube.allocatable("t4-01", GPU), "4"::equals);
        assertThat(kube.label("t4-01", DEPLOY + "dcgm-exporter")).isEqualTo("true");
    }

    @Test
    void aNewDriverGoesFromNodeToNodeAndStopsWherePodsKeepWhatTheyHaveWritten() {
        spec("{\"driver\":{\"version\":\"595.91.07\",\"upgradePolicy\":{\"maxParallelUpgrades\":0}}}");
        awaitLabel("h100-04", UPGRADE, "upgrade-failed");
        awaitLabel("b200-02", UPGRADE, "upgrade-failed");
        awaitLabel("h100-07", UPGRADE, "upgrade-failed");
        assertThat(kube.node("h100-04").at("/spec/unschedulable").asBoolean()).isTrue();

        spec("{\"driver\":{\"upgradePolicy\":{\"podDeletion\":{\"force\":true,\"deleteEmptyDir\":true}}}}");
        kube.label("b200-02", UPGRADE, "upgrade-required");
        kube.label("h100-07", UPGRADE, "upgrade-required");
        awaitLabel("b200-02", UPGRADE, "upgrade-done");
        awaitLabel("b200-02", "nvidia.com/cuda.driver-version.full", "595.91.07");
        awaitLabel("h100-07", UPGRADE, "upgrade-done");

        assertThat(kube.operand("nvidia-driver-daemonset", "b200-02").toString())
                .contains("driver:595.91.07-ubuntu24.04");
        assertThat(kube.node("b200-02").at("/spec/unschedulable").asBoolean()).isFalse();
        assertThat(kube.node("h100-07").at("/spec/unschedulable").asBoolean()).isTrue();
        kube.await(() -> kube.allocatable("b200-02", GPU), "8"::equals);
        assertThat(kube.label("b200-02", DEPLOY + "device-plugin")).isEqualTo("true");

        spec("{\"driver\":{\"version\":\"%s\"}}"
                .formatted(kube.label("h100-04", "nvidia.com/cuda.driver-version.full")));
        awaitLabel("h100-04", UPGRADE, "upgrade-done");
        assertThat(kube.node("h100-04").at("/spec/unschedulable").asBoolean()).as("it has the wanted driver").isFalse();
    }

    @Test
    void withoutAFileOfItsOwnTheManagerTellsOnEachNodeWhatItHasWorkedOut() {
        spec("{\"migManager\":{\"config\":{\"name\":\"\"}}}");
        var map = kube.await(() -> kube.get(Kube.OPERATOR + "/configmaps/h200-01-mig-config"),
                found -> !found.isEmpty());

        assertThat(map.at("/data/config.yaml").asText()).contains("all-1g.18gb").doesNotContain("all-1g.10gb");
        assertThat(map.at("/metadata/labels/nvidia.com~1node-name").asText()).isEqualTo("h200-01");
    }

    @Test
    void whileTheOperatorIsAwayNothingHappensAndThenEverythingDoes() {
        var scale = "/apis/apps/v1/namespaces/gpu-operator/deployments/gpu-operator";
        kube.patch(scale, "{\"spec\":{\"replicas\":0}}");
        kube.await(() -> kube.get(scale).at("/status/readyReplicas").asInt(), count -> count == 0);
        spec("{\"gfd\":{\"enabled\":false}}");
        kube.label("t4-01", DEPLOY + "driver", null);
        kube.await(() -> kube.operand("nvidia-driver-daemonset", "t4-01"), pods -> pods.isEmpty());
        assertThat(kube.get(Kube.SETS + "gpu-feature-discovery").isEmpty()).isFalse();

        kube.patch(scale, "{\"spec\":{\"replicas\":1}}");
        kube.await(() -> kube.get(Kube.SETS + "gpu-feature-discovery"), JsonNode::isEmpty);
        awaitLabel("t4-01", DEPLOY + "driver", "true");
    }

    @Test
    void aPolicyThatIsDeletedTakesTheOperandsWithItAndANewOneBringsThemBack() {
        kube.delete(Kube.POLICY);
        kube.await(
                () -> kube.list("/apis/apps/v1/namespaces/gpu-operator/daemonsets").stream().map(Kube::name).toList(),
                names -> names.stream().noneMatch(name -> name.startsWith("nvidia-")));
        kube.await(() -> kube.allocatable("b200-02", GPU), "0"::equals);

        kube.post("/apis/nvidia.com/v1/clusterpolicies",
                """
                        {"kind":"ClusterPolicy","apiVersion":"nvidia.com/v1","metadata":{"name":"cluster-policy"},"spec":{"daemonsets":
                        {"tolerations":[{"operator":"Exists"}]},"mig":{"strategy":"mixed"}}}""");
        kube.await(() -> kube.allocatable("b200-02", GPU), "8"::equals);
        kube.await(() -> policy().path("namespace").asText(), "gpu-operator"::equals);
    }

    @Test
    void aSecondPolicyIsIgnored() {
        kube.post("/apis/nvidia.com/v1/clusterpolicies",
                """
                        {"kind":"ClusterPolicy","apiVersion":"nvidia.com/v1","metadata":{"name":"other"},"spec":{"gfd":{"enabled":
                        false}}}""");
        kube.await(() -> kube.get("/apis/nvidia.com/v1/clusterpolicies/other").at("/status/state").asText(),
                "ignored"::equals);

        assertThat(kube.list("/apis/apps/v1/namespaces/gpu-operator/daemonsets").stream().map(Kube::name)
                .collect(Collectors.toSet())).contains("gpu-feature-discovery");
    }
}
