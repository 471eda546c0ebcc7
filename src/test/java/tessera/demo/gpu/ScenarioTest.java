package tessera.demo.gpu;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tessera.demo.SimulatedCluster.SimulationOptions;
import tessera.demo.scenario.SimulatedGpuStackFaultScenario;

import static org.assertj.core.api.Assertions.assertThat;

/** Troubles to train on: each shows as it does in a real cluster, and ends with the usual remedy. */
class ScenarioTest extends LiveStack {

    private static final String GPU = "nvidia.com/gpu";
    private static final String PLUGIN = "nvidia-device-plugin-daemonset";
    private static final String STATE = "nvidia.com/mig.config.state";

    ScenarioTest() {
        super(40);
    }

    /** Each test begins with a trouble of its own. */
    @Override
    void begin() {}

    private void begin(String... faults) throws IOException {
        begin(SimulationOptions.defaultOptions().withFaults(
                Stream.of(faults).map(fault -> SimulatedGpuStackFaultScenario.parse(fault).orElseThrow()).toList()));
    }

    @Test
    void aFailingDriverHoldsUpAllThatComesAfterItOnItsNodeAloneAndItsLogSaysWhy() throws IOException {
        begin("driver-fails=t4-01", "nouveau=h100-01", "secure-boot=h100-02");
        kube.await(() -> kube.operand("nvidia-driver-daemonset", "t4-01").toString(),
                text -> text.contains("CrashLoopBackOff"));
        var plugin = kube.await(() -> kube.operand(PLUGIN, "t4-01"),
                pods -> pods.size() == 1 && pods.toString().contains("initContainerStatuses")).getFirst();

        assertThat(plugin.at("/status/initContainerStatuses/0/state").has("running")).isTrue();
        assertThat(plugin.at("/status/initContainerStatuses/0/name").asText()).isEqualTo("toolkit-validation");
        assertThat(kube.allocatable("t4-01", GPU)).isEqualTo("0");
        assertThat(kube.allocatable("t4-02", GPU)).isEqualTo("4");

        kube.await(() -> driverLog("h100-01"), log -> log.contains("lsmod lists nouveau"));
        kube.await(() -> driverLog("h100-02"), log -> log.contains("Required key not available"));

        kube.patch(Kube.POLICY, "{\"spec\":{\"driver\":{\"usePrecompiled\":true}}}");
        kube.await(() -> kube.allocatable("t4-01", GPU), "4"::equals);
        kube.await(() -> kube.allocatable("h100-02", GPU), "8"::equals);
        assertThat(kube.allocatable("h100-01", GPU)).as("a signed driver does not help against nouveau").isEqualTo("0");
    }

    private String driverLog(String node) {
        var pods = kube.operand("nvidia-driver-daemonset", node);
        return pods.isEmpty() ? ""
                : kube.send("GET",
                        Kube.OPERATOR + "/pods/" + Kube.name(pods.getFirst()) + "/log?container=nvidia-driver-ctr",
                        null).body();
    }

    @Test
    void aBrokenOffChangeOfMigStaysSoUntilTheManagerStartsAnew() throws IOException {
        begin("wedged-mig=b200-02");
        assertThat(kube.label("b200-02", STATE)).isEqualTo("pending");
        assertThat(kube.label("b200-02", "nvidia.com/gpu.deploy.device-plugin")).isEqualTo("paused-for-mig-change");
        assertThat(kube.operand(PLUGIN, "b200-02")).isEmpty();

        kube.restart("nvidia-mig-manager", "b200-02");
        kube.await(() -> kube.label("b200-02", STATE), "failed"::equals);
        kube.await(() -> kube.allocatable("b200-02", GPU), "8"::equals);
    }

    @Test
    void aMisplacedKeyIsPassedOverUntilItIsWhereItBelongs() throws IOException {
        begin("misplaced-rename");
        kube.await(() -> kube.allocatable("l40s-02", GPU), "16"::equals);
        assertThat(kube.allocatable("l40s-02", GPU + ".shared")).isEqualTo("0");

        kube.patch(Kube.OPERATOR + "/configmaps/device-plugin-config", """
                {"data":{"renamed-4":"version: v1\\nsharing: {timeSlicing: {renameByDefault: true, resources: [{name:
                nvidia.com/gpu, replicas: 4}]}}"}}""".replace(":\n", ": "));
        kube.restart(PLUGIN, "l40s-02");
        kube.await(() -> kube.allocatable("l40s-02", GPU + ".shared"), "16"::equals);
    }

    @Test
    void withoutFeatureDiscoveryThePolicyIsReadyAndThereIsNoGpu() throws IOException {
        begin("nfd-missing");
        kube.await(() -> kube.get(Kube.POLICY).at("/status/conditions/0/reason").asText(), "NFDLabelsMissing"::equals);
        kube.await(() -> kube.operand(PLUGIN, "t4-01"), List::isEmpty);
        kube.await(() -> kube.allocatable("t4-01", GPU), "0"::equals);
        assertThat(kube.get(Kube.POLICY).at("/status/state").asText()).isEqualTo("ready");
        assertThat(kube.label("t4-01", "nvidia.com/gpu.present")).isEqualTo("false");

        kube.post(Kube.SETS.substring(0, Kube.SETS.length() - 1),
                """
                        {"kind":"DaemonSet","apiVersion":"apps/v1","metadata":{"name":"nfd-worker"},"spec":{"selector":{"matchLabels":
                        {"role":"worker"}},"template":{"metadata":{"labels":{"role":"worker","app.kubernetes.io/name":
                        "node-feature-discovery"}},"spec":{"tolerations":[{"operator":"Exists"}],"containers":[{"name":"worker",
                        "image":"registry.k8s.io/nfd/node-feature-discovery:v0.18.3"}]}}}}""");
        kube.await(() -> kube.allocatable("t4-01", GPU), "4"::equals);
    }

    @Test
    void aQuotaKeepsOperandsOutAndTheirDaemonSetsSayWhy() throws IOException {
        begin("quota=t4-01");
        kube.await(() -> kube.list("/api/v1/namespaces/gpu-operator/events").stream().map(JsonNode::toString).toList(),
                events -> events.stream().anyMatch(event -> event.contains("exceeded quota: operators")));
        assertThat(kube.operand(PLUGIN, "t4-01")).isEmpty();

        kube.delete(Kube.OPERATOR + "/resourcequotas/operators");
        kube.await(() -> kube.allocatable("t4-01", GPU), "4"::equals);
    }

    @Test
    void podSecurityKeepsOperandsOutUntilTheNamespaceLetsThemIn() throws IOException {
        begin("pod-security=t4-02");
        kube.await(() -> kube.list("/api/v1/namespaces/gpu-operator/events").stream().map(JsonNode::toString).toList(),
                events -> events.stream()
                        .anyMatch(event -> event.contains("violates PodSecurity") && event.contains("baseline:latest")
                                && event.contains("must not set securityContext.privileged=true")));
        assertThat(kube.operand(PLUGIN, "t4-02")).isEmpty();
        assertThat(kube.allocatable("t4-01", GPU)).as("what runs already stays").isEqualTo("4");

        kube.patch("/api/v1/namespaces/gpu-operator",
                "{\"metadata\":{\"labels\":{\"pod-security.kubernetes.io/enforce\":\"privileged\"}}}");
        kube.await(() -> kube.allocatable("t4-02", GPU), "4"::equals);
    }

    @Test
    void whatIsNoTroubleIsNotUnderstood() {
        assertThat(SimulatedGpuStackFaultScenario.parse("wedged")).isEmpty();
        assertThat(SimulatedGpuStackFaultScenario.parse("nfd-missing=t4-01")).isEmpty();
        assertThat(SimulatedGpuStackFaultScenario.parse("quota=")).isEmpty();
        assertThat(SimulatedGpuStackFaultScenario.parse("wedged-mig=a100-01")).hasValue(
                new SimulatedGpuStackFaultScenario.NodeFaultScenario(SimulatedGpuStackFaultScenario.WEDGED_MIG,
                        "a100-01"));
    }
}
