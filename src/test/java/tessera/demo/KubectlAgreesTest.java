package tessera.demo;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tessera.cluster.change.Console;
import tessera.kube.scheduling.Taint;
import tessera.plan.intent.GpuSharingIntent;
import tessera.plan.intent.NodeChangeIntent.AdvertiseResourceIntent;
import tessera.plan.intent.NodeChangeIntent.ApplyMigConfigIntent;
import tessera.plan.intent.NodeChangeIntent.ChangeLabelsIntent;
import tessera.plan.intent.NodeChangeIntent.ChangeTaintsIntent;
import tessera.plan.intent.NodeChangeIntent.CordonNodesIntent;
import tessera.plan.intent.NodeChangeIntent.DrainNodesIntent;
import tessera.plan.intent.NodeChangeIntent.DrainSettings;
import tessera.plan.intent.TargetNodeSelection;

import static org.assertj.core.api.Assertions.assertThat;

/** What kubectl shows after a change is what the receipt says. */
@Timeout(120)
class KubectlAgreesTest {

    @TempDir
    private static Path folder;

    @Test
    void kubectlShowsWhatTheReceiptsSay() throws Exception {
        try (var cluster = Kubectl.Cluster.start(folder); var console = Console.open(cluster.simulated(), folder)) {
            var kubectl = cluster.admin();
            // Before the cordon, which the cluster itself follows by a taint.
            console.change(new ChangeTaintsIntent(TargetNodeSelection.of("h100-01"),
                    List.of(new Taint("pool", "train", "NoSchedule")), List.of()));
            console.change(new CordonNodesIntent(TargetNodeSelection.of("h100-01")));
            console.change(
                    new ChangeLabelsIntent(TargetNodeSelection.of("h100-01"), Map.of("pool", "train"), Set.of()));
            console.change(new AdvertiseResourceIntent(TargetNodeSelection.of("h100-01"), "example.com/dongle",
                    OptionalLong.of(3)));
            var drained = console.change(new DrainNodesIntent(TargetNodeSelection.of("cpu-01"), DrainSettings.CAREFUL));

            assertThat(kubectl.field("{.spec.unschedulable}", "node", "h100-01")).isEqualTo("true");
            assertThat(kubectl.field("{.metadata.labels.pool}", "node", "h100-01")).isEqualTo("train");
            assertThat(kubectl.field("{.spec.taints[?(@.key=='pool')].value}", "node", "h100-01")).isEqualTo("train");
            assertThat(kubectl.field("{.status.allocatable['example\\.com/dongle']}", "node", "h100-01"))
                    .isEqualTo("3");
            assertThat(drained.lastingEffects()).containsExactly("cpu-01 is cordoned");
            assertThat(kubectl.print("get", "nodes", "cpu-01")).contains("SchedulingDisabled");
            assertThat(kubectl
                    .print("get", "pods", "-A", "--field-selector", "spec.nodeName=cpu-01", "-o",
                            "jsonpath={range .items[*]}{.metadata.ownerReferences[0].kind}{\"\\n\"}{end}")
                    .lines().distinct()).containsOnly("DaemonSet");
            whatGpusAreOfferedAs(kubectl, console);
        }
    }

    private static void whatGpusAreOfferedAs(Kubectl kubectl, Console console) throws Exception {
        var shared = console.change(GpuSharingIntent.assignConfig(TargetNodeSelection.of("b200-02"), "shared-4"));
        assertThat(shared.lastingEffects()).containsExactly("b200-02 uses shared-4");
        assertThat(kubectl.field("{.metadata.labels['nvidia\\.com/device-plugin\\.config']}", "node", "b200-02"))
                .isEqualTo("shared-4");
        assertThat(kubectl.field("{.status.allocatable['nvidia\\.com/gpu']}", "node", "b200-02")).isEqualTo("32");

        var divided = console.change(new ApplyMigConfigIntent(TargetNodeSelection.of("h100-03"), "all-balanced",
                new DrainSettings(true, true, Duration.ZERO, Duration.ofMinutes(1)), Duration.ofMinutes(10)));
        assertThat(divided.lastingEffects()).containsExactly("h100-03 has the MIG configuration all-balanced");
        assertThat(kubectl.field("{.metadata.labels['nvidia\\.com/mig\\.config\\.state']}", "node", "h100-03"))
                .isEqualTo("success");
        assertThat(kubectl.field("{.status.allocatable['nvidia\\.com/mig-3g\\.40gb']}", "node", "h100-03"))
                .isEqualTo("8");
        assertThat(kubectl.field("{.spec.unschedulable}", "node", "h100-03")).isEmpty();
    }

    @Test
    void theCommandsOfAPreviewDoTheSame() throws Exception {
        try (var cluster = Kubectl.Cluster.start(folder); var console = Console.open(cluster.simulated(), folder)) {
            for (var intent : List.of(new CordonNodesIntent(TargetNodeSelection.of("h100-02")),
                    new ChangeLabelsIntent(TargetNodeSelection.of("h100-02"), Map.of("pool", "train"), Set.of()),
                    new ChangeTaintsIntent(TargetNodeSelection.of("h100-02"),
                            List.of(new Taint("pool", "train", "NoSchedule")), List.of()))) {
                var command = console.plan(intent).plan().commands().getFirst();
                cluster.admin().print(command.substring("kubectl ".length()).split(" ", -1));

                assertThat(console.plan(intent).nothingToDo()).as(command).isTrue();
            }
        }
    }
}
