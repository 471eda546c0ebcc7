package tessera.model;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** A command that is copied acts on the cluster it was shown for, whatever the current context of a shell is. */
class CopiedCommandContextTest {

    private final CopiedCommandContext cluster = CopiedCommandContext.forContext("team's eu",
            Path.of("/home/me/eu.yaml"));

    @Test
    void everyProgramIsToldTheClusterInItsOwnWay() {
        assertThat(cluster.targetCommand("kubectl cordon a # until b"))
                .isEqualTo("kubectl --context 'team'\\''s eu' --kubeconfig /home/me/eu.yaml cordon a # until b");
        assertThat(cluster.targetCommand("helm rollback gpu-operator 3"))
                .isEqualTo("helm --kube-context 'team'\\''s eu' --kubeconfig /home/me/eu.yaml rollback gpu-operator 3");
        assertThat(cluster.targetCommand("tessera doctor --node a"))
                .isEqualTo("tessera doctor --node a --context 'team'\\''s eu' --kubeconfig /home/me/eu.yaml");
        assertThat(cluster.targetCommand("nvidia-smi -L")).isEqualTo("nvidia-smi -L");
        assertThat(cluster.targetCommand("")).isEmpty();
    }

    @Test
    void whatIsShownOfTheSimulatedClusterActsOnNoOther() {
        var demo = CopiedCommandContext.forSimulation("demo (simulated)");
        assertThat(demo.targetCommand("tessera plan cordon a")).isEqualTo("tessera plan cordon a --demo");
        assertThat(demo.targetCommand("kubectl cordon a")).isEqualTo("kubectl --context 'demo (simulated)' cordon a");
    }
}
