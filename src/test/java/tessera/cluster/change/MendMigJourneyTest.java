package tessera.cluster.change;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tessera.demo.SimulatedCluster.SimulationOptions;
import tessera.model.Problem;
import tessera.plan.PlanRunReceipt;
import tessera.plan.PlanRunReceipt.PlanRunEnding;
import tessera.plan.intent.MigRepairIntent;
import tessera.plan.intent.MigRepairIntent.MigRepairAction;
import tessera.plan.intent.NodeChangeIntent.ChangeLabelsIntent;
import tessera.plan.intent.NodeChangeIntent.CordonNodesIntent;
import tessera.plan.intent.TargetNodeSelection;
import tessera.plan.node.MigChangeProblem;

import static org.assertj.core.api.Assertions.assertThat;

/** A change of MIG that hangs is seen, and brought to an end with the node open and nothing paused. */
@Timeout(180)
class MendMigJourneyTest extends ChangedCluster {

    private static final List<String> GATES = List.of("device-plugin", "gpu-feature-discovery", "dcgm-exporter");

    @Override
    SimulationOptions options() {
        return super.options().withFaults(faults("wedged-mig=b200-02", "wedged-mig=h100-07"));
    }

    private static MigRepairIntent mend(String node, MigRepairAction way, boolean open) {
        return new MigRepairIntent(TargetNodeSelection.of(node), way, RECKLESS, Duration.ofMinutes(1), open);
    }

    private MigChangeProblem trouble(String node) throws Exception {
        var clusterSnapshot = console.until(snapshot -> snapshot.findNode(node).isPresent());
        return MigChangeProblem.of(clusterSnapshot.findNode(node).orElseThrow().nodeSummary().labels(), false)
                .orElseThrow();
    }

    private static void assertDone(PlanRunReceipt receipt) {
        assertThat(receipt.problems()).isEmpty();
        assertThat(receipt.ending()).isEqualTo(PlanRunEnding.DONE);
    }

    @Test
    void aWedgedNodeIsMendedByARestartOfTheManagerAndTakesPodsAgain() throws Exception {
        assertThat(trouble("b200-02").text()).contains("pending", "device-plugin");
        assertThat(trouble("b200-02").repairs()).startsWith(MigRepairAction.RESTART_MANAGER);
        console.change(new CordonNodesIntent(TargetNodeSelection.of("b200-02")));
        console.until(snapshot -> snapshot.findNode("b200-02").orElseThrow().nodeSummary().unschedulable());

        assertDone(console.change(mend("b200-02", MigRepairAction.RESTART_MANAGER, true)));

        assertThat(label("b200-02", "mig.config.state")).isEqualTo("success");
        for (var gate : GATES) {
            assertThat(label("b200-02", "gpu.deploy." + gate)).isEqualTo("true");
        }
        assertThat(cordoned("b200-02")).isFalse();
        assertThat(console.node("b200-02").at("/status/allocatable").path("nvidia.com/mig-1g.23gb").asText())
                .isEqualTo("16");
    }

    @Test
    void whatIsPausedRunsAgainWhereTheChangeIsGivenUp() throws Exception {
        assertDone(console.change(mend("h100-07", MigRepairAction.END_PAUSE, false)));

        for (var gate : GATES) {
            assertThat(label("h100-07", "gpu.deploy." + gate)).isEqualTo("true");
        }
        assertThat(label("h100-07", "mig.config.state")).isEmpty();
        assertThat(cordoned("h100-07")).as("somebody else's cordon stays").isTrue();
    }

    @Test
    void gatesThatWereLeftPausedAreSeenAndOpened() throws Exception {
        console.change(new ChangeLabelsIntent(TargetNodeSelection.of("a100-01"),
                Map.of("nvidia.com/gpu.deploy.device-plugin", "paused-for-mig-change"), Set.of()));
        console.until(snapshot -> snapshot.findNode("a100-01").orElseThrow().nodeSummary()
                .label("nvidia.com/gpu.deploy.device-plugin").startsWith("paused"));
        assertThat(trouble("a100-01").repairs()).startsWith(MigRepairAction.END_PAUSE);

        assertDone(console.change(mend("a100-01", MigRepairAction.END_PAUSE, false)));

        assertThat(label("a100-01", "gpu.deploy.device-plugin")).isEqualTo("true");
        assertThat(label("a100-01", "mig.config.state")).isEqualTo("success");
    }

    @Test
    void aDevicePluginStartsAnewWithoutTouchingOtherPods() throws Exception {
        var preview = console.plan(mend("a100-02", MigRepairAction.RESTART_PLUGIN, false));
        assertThat(preview.refusalReasons()).isEmpty();
        assertThat(preview.effects().pods()).isEmpty();
        assertThat(preview.plan().warningTexts()).contains(
                "No MIG problem is known on a100-02: its configuration is all-1g.20gb, and its state is success");
        assertDone(console.change(mend("a100-02", MigRepairAction.RESTART_PLUGIN, false)));
    }

    @Test
    void whereNothingWasToldThereIsNothingToMend() throws Exception {
        assertThat(console.plan(mend("l40s-01", MigRepairAction.RESTART_MANAGER, false)).refusalReasons())
                .extracting(Problem::headline).contains("l40s-01 has no MIG configuration label");
    }
}
