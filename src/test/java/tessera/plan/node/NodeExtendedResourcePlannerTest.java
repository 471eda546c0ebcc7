package tessera.plan.node;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import tessera.model.Problem;
import tessera.plan.context.PlanTargetNode;
import tessera.plan.intent.NodeChangeIntent.AdvertiseResourceIntent;
import tessera.plan.intent.TargetNodeSelection;
import tessera.plan.model.ChangePlan;

import static org.assertj.core.api.Assertions.assertThat;

/** Devices are said of a node by hand only where nobody who knows better says how many there are. */
class NodeExtendedResourcePlannerTest {

    private static final String GPU = "nvidia.com/gpu";

    private final Scene scene = new Scene().node(new PlanTargetNode("a", "uid-a", "7", Map.of(), List.of(), false,
            Map.of(GPU, "8", "example.com/dongle", "2")));

    private ChangePlan plan(String resource, long amount) {
        return NodeExtendedResourcePlanner.plan(
                new AdvertiseResourceIntent(TargetNodeSelection.of("a"), resource, OptionalLong.of(amount)),
                scene.survey());
    }

    @Test
    void whatADevicePluginReportsIsNotOverwritten() {
        scene.pod("gpu-operator/nvidia-device-plugin-daemonset-x1", "a").owner("DaemonSet", "nvidia-device-plugin");

        assertThat(plan(GPU, 16).refusals()).extracting(Problem::headline).containsExactly(
                "The device plugin gpu-operator/nvidia-device-plugin-daemonset-x1 advertises 8 nvidia.com/gpu on a");
        assertThat(plan("example.com/dongle", 4).refusals()).as("a device of DeviceClass one's own").isEmpty();
        assertThat(plan("amd.com/gpu", 4).refusals()).as("a device that nobody reports there").isEmpty();
    }

    @Test
    void whereNoPluginRunsItIsDoneWithAWarning() {
        assertThat(plan(GPU, 16).refusals()).isEmpty();
        assertThat(plan(GPU, 16).warningTexts()).containsExactly(
                "A device plugin advertises nvidia.com/gpu and will overwrite the quantity that you set");
    }
}
