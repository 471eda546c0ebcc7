package tessera.demo.gpu;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import tessera.demo.SimulatedCluster.SimulationOptions;
import tessera.demo.fixture.plan.SimulatedDaemonSetScope;

import static org.assertj.core.api.Assertions.assertThat;

/** What becomes of a node whose MIG configuration is changed by its label. */
class MigChangeTest extends LiveStack {

    private static final String CONFIG = "nvidia.com/mig.config";
    private static final String STATE = "nvidia.com/mig.config.state";
    private static final String GATE = "nvidia.com/gpu.deploy.device-plugin";
    private static final String GPU = "nvidia.com/gpu";
    private static final String PAUSED = "paused-for-mig-change";

    MigChangeTest() {
        super(20);
    }

    private void annotate(String node, String faults) {
        kube.patch("/api/v1/nodes/" + node,
                "{\"metadata\":{\"annotations\":{\"demo.tessera/faults\":\"" + faults + "\"}}}");
    }

    /** A cordoned node whose GPU pods are sent away, as one does before such a change. */
    private void drain() {
        var pods = "/api/v1/pods?fieldSelector=spec.nodeName%3Dh100-07,status.phase%3DRunning";
        kube.await(() -> {
            var holders = kube.list(pods).stream()
                    .filter(pod -> pod.path("spec").path("containers").toString().contains("nvidia.com/gpu\":"))
                    .toList();
            holders.forEach(pod -> kube.send("DELETE",
                    "/api/v1/namespaces/" + pod.path("metadata").path("namespace").asText() + "/pods/" + Kube.name(pod),
                    null));
            return holders.size();
        }, count -> count == 0);
    }

    @Test
    void anIdleNodeIsCutWhileItsOperandsAreAwayAndThenOffersTheInstances() {
        var validator = Kube.name(kube.operand("nvidia-operator-validator", "h100-07").getFirst());
        drain();
        kube.label("h100-07", CONFIG, "all-balanced");
        awaitLabel("h100-07", STATE, "pending");
        assertThat(kube.label("h100-07", GATE)).isEqualTo(PAUSED);
        awaitLabel("h100-07", STATE, "success");
        assertThat(kube.label("h100-07", GATE)).isEqualTo("true");
        kube.await(() -> kube.capacity("h100-07", "nvidia.com/mig-1g.10gb"), "16"::equals);
        awaitLabel("h100-07", "nvidia.com/mig-3g.40gb.count", "8");

        assertThat(kube.allocatable("h100-07", "nvidia.com/mig-2g.20gb")).isEqualTo("8");
        assertThat(kube.capacity("h100-07", GPU)).isEqualTo("0");
        assertThat(kube.label("h100-07", "nvidia.com/gpu.replicas")).isEqualTo("0");
        kube.await(() -> kube.operand("nvidia-operator-validator", "h100-07"), pods -> pods.size() == 1
                && !Kube.name(pods.getFirst()).equals(validator) && pods.toString().contains("\"phase\":\"Running\""));

        kube.label("h100-07", CONFIG, "all-disabled");
        kube.await(() -> kube.capacity("h100-07", GPU), "8"::equals);
        awaitLabel("h100-07", "nvidia.com/mig-3g.40gb.count", "");
        assertThat(kube.capacity("h100-07", "nvidia.com/mig-1g.10gb")).isEqualTo("0");
    }

    @Test
    void inAVeryLargeFleetTheWorkIsDoneWithoutPodsForIt() throws IOException {
        begin(SimulationOptions.defaultOptions().withDaemons(SimulatedDaemonSetScope.FEW));
        assertThat(kube.list("/apis/apps/v1/namespaces/gpu-operator/daemonsets").stream().map(Kube::name))
                .containsExactlyInAnyOrder("nvidia-device-plugin-daemonset", "nvidia-dcgm-exporter");
        drain();
        kube.await(() -> kube.allocatable("h100-07", GPU), "8"::equals);

        kube.label("h100-07", CONFIG, "all-2g.20gb");
        awaitLabel("h100-07", "nvidia.com/mig-2g.20gb.count", "24");
        assertThat(kube.allocatable("h100-07", "nvidia.com/mig-2g.20gb")).isEqualTo("24");
    }

    @Test
    void aNameThatNobodyKnowsFailsAtOnceAndTouchesNoPod() {
        var plugin = kube.operand("nvidia-device-plugin-daemonset", "h100-07").getFirst();
        kube.label("h100-07", CONFIG, "all-1g.99gb");
        awaitLabel("h100-07", STATE, "failed");

        assertThat(kube.operand("nvidia-device-plugin-daemonset", "h100-07").getFirst().path("metadata").path("uid"))
                .isEqualTo(plugin.path("metadata").path("uid"));
    }

    @Test
    void aLayoutOfOtherBoardsFailsWhenItIsAppliedAndTheOperandsComeBack() {
        kube.label("h100-07", CONFIG, "all-1g.5gb");
        awaitLabel("h100-07", STATE, "pending");
        awaitLabel("h100-07", STATE, "failed");

        assertThat(kube.label("h100-07", GATE)).isEqualTo("true");
        kube.await(() -> kube.allocatable("h100-07", GPU), "8"::equals);
    }

    @Test
    void aPodThatHoldsABoardStopsTheChangeUntilItIsGone() {
        kube.label("h100-07", CONFIG, "all-3g.40gb");
        awaitLabel("h100-07", STATE, "pending");
        awaitLabel("h100-07", STATE, "failed");
        kube.await(() -> kube.allocatable("h100-07", GPU), "8"::equals);
        assertThat(kube.list("/api/v1/pods?fieldSelector=spec.nodeName%3Dh100-07").toString()).contains("hpo-sweep");
        var manager = Kube.name(kube.operand("nvidia-mig-manager", "h100-07").getFirst());
        assertThat(
                kube.send("GET", Kube.OPERATOR + "/pods/" + manager + "/log?container=nvidia-mig-manager", null).body())
                .contains("Updating to MIG config: all-3g.40gb").contains("In use by another client");

        drain();
        kube.label("h100-07", CONFIG, "all-2g.20gb");
        awaitLabel("h100-07", STATE, "success");
    }

    @Test
    void aNodeThatIsCutAlreadySucceedsStraightAway() {
        kube.label("a100-01", CONFIG, "all-1g.99gb");
        awaitLabel("a100-01", STATE, "failed");
        kube.label("a100-01", CONFIG, "all-balanced");
        awaitLabel("a100-01", STATE, "success");

        assertThat(kube.capacity("a100-01", "nvidia.com/mig-1g.10gb")).isEqualTo("16");
    }

    @Test
    void anOperandThatHangsLeavesTheNodeWedgedUntilThePodIsForcedAndTheManagerStartsAnew() {
        drain();
        annotate("h100-07", "operands-hang");
        kube.label("h100-07", CONFIG, "all-1g.10gb");
        awaitLabel("h100-07", STATE, "pending");
        kube.await(() -> kube.operand("nvidia-dcgm-exporter", "h100-07").toString(),
                text -> text.contains("deletionTimestamp"));
        kube.await(() -> kube.operand("nvidia-device-plugin-daemonset", "h100-07"), pods -> pods.isEmpty());
        assertThat(kube.label("h100-07", STATE)).isEqualTo("pending");

        annotate("h100-07", "");
        kube.operand("nvidia-dcgm-exporter", "h100-07")
                .forEach(pod -> kube.delete(Kube.OPERATOR + "/pods/" + Kube.name(pod) + "?gracePeriodSeconds=0"));
        kube.restart("nvidia-mig-manager", "h100-07");
        awaitLabel("h100-07", STATE, "success");
        kube.await(() -> kube.capacity("h100-07", "nvidia.com/mig-1g.10gb"), "56"::equals);
    }

    @Test
    void aMachineThatRefusesTheResetFailsUnlessItMayBeRestarted() {
        drain();
        annotate("h100-07", "reset-refused");
        kube.label("h100-07", CONFIG, "all-1g.10gb");
        awaitLabel("h100-07", STATE, "failed");

        kube.patch(Kube.POLICY,
                "{\"spec\":{\"migManager\":{\"env\":[{\"name\":\"WITH_REBOOT\",\"value\":\"true\"}]}}}");
        kube.label("h100-07", CONFIG, "all-2g.20gb");
        awaitLabel("h100-07", STATE, "rebooting");
        kube.await(() -> kube.capacity("h100-07", "nvidia.com/mig-2g.20gb"), "24"::equals);
    }
}
