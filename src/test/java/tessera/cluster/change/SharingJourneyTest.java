package tessera.cluster.change;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tessera.cluster.http.SessionAccessMode;
import tessera.model.Failure;
import tessera.model.Problem.ProblemKind;
import tessera.plan.RunReceipt;
import tessera.plan.RunReceipt.RunEnding;
import tessera.plan.context.SharingSetup;
import tessera.plan.context.SharingSetup.PluginOwner;
import tessera.plan.intent.ChangeSharing;
import tessera.plan.intent.ChangeSharing.DefaultSharing;
import tessera.plan.intent.NodeTargets;
import tessera.sharing.DeviceShares;
import tessera.sharing.PluginConfig;
import tessera.sharing.SharingStrategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** GPUs are shared otherwise in a cluster, and the receipt says so only once the node agrees. */
@Timeout(180)
class SharingJourneyTest extends ChangedCluster {

    private static final String GPU = "gpu";

    private static String text(SharingStrategy means, int replicas, boolean renamed) {
        return PluginConfig.sharingOnly(DeviceShares.ofGpus(means, replicas, renamed, true)).yaml();
    }

    private RunReceipt done(ChangeSharing wish) throws Exception {
        var receipt = console.change(wish);
        assertThat(receipt.ending())
                .as(() -> receipt.steps().stream().map(step -> step.planned().text() + ": " + step.progress() + " "
                        + step.problem()).toList().toString())
                .isEqualTo(RunEnding.DONE);
        return receipt;
    }

    private RunReceipt undone(RunReceipt receipt) throws Exception {
        return done((ChangeSharing) receipt.undo().orElseThrow());
    }

    @Test
    void whatTheClusterHasIsReadAsItIs() throws Exception {
        var setup = console.session().changes().lookups().readSharing();

        assertThat(setup.owner().kind()).isEqualTo(PluginOwner.PluginOwnerKind.OPERATOR);
        assertThat(setup.namespace()).isEqualTo("gpu-operator");
        assertThat(setup.location()).isEqualTo(SharingSetup.ConfigLocation.byOperator("device-plugin-config", "whole"));
        assertThat(setup.documents().keySet()).contains("renamed-4", "shared-4", "whole");
        assertThat(setup.sets()).extracting(SharingSetup.PluginDaemonSet::name)
                .containsExactly("nvidia-device-plugin-daemonset", "gpu-feature-discovery");
    }

    @Test
    void aNodeIsSharedByAConfigurationThatIsWrittenForItAndTakenBackWithIt() throws Exception {
        var before = console.read("/api/v1/namespaces/gpu-operator/configmaps/device-plugin-config").path("data");
        var receipt = done(ChangeSharing.writeConfig("mps-10", text(SharingStrategy.MPS, 10, false))
                .and(ChangeSharing.assignConfig(NodeTargets.of("b200-02"), "mps-10")));

        assertThat(offered("b200-02", GPU)).isEqualTo("80");
        assertThat(label("b200-02", "gpu.product")).isEqualTo("NVIDIA-B200-SHARED");
        assertThat(label("b200-02", "gpu.sharing-strategy")).isEqualTo("mps");
        assertThat(receipt.lastingEffects()).containsExactly("device-plugin-config has mps-10", "b200-02 takes mps-10");

        undone(receipt);
        assertThat(offered("b200-02", GPU)).isEqualTo("8");
        assertThat(console.read("/api/v1/namespaces/gpu-operator/configmaps/device-plugin-config").path("data"))
                .as("what others wrote was left alone").isEqualTo(before);
    }

    @Test
    void allNodesAreSharedByTheOperatorAndThoseWithALabelKeepTheirs() throws Exception {
        var receipt = done(new ChangeSharing(Map.of("two", text(SharingStrategy.TIME_SLICING, 2, true)), Set.of(),
                List.of(), Optional.of(new DefaultSharing(ChangeSharing.SAME_MAP, "two"))));

        assertThat(offered("h100-01", GPU + ".shared")).isEqualTo("16");
        assertThat(offered("h100-01", GPU)).isEqualTo("0");
        assertThat(offered("l40s-01", GPU)).isEqualTo("16");
        undone(receipt);
        assertThat(offered("h100-01", GPU)).isEqualTo("8");
    }

    @Test
    void anEditedConfigurationReachesTheNodesThatTakeIt() throws Exception {
        var receipt = done(ChangeSharing.writeConfig("shared-4", text(SharingStrategy.TIME_SLICING, 5, false)));

        assertThat(offered("l40s-01", GPU)).isEqualTo("20");
        assertThat(offered("l40s-03", GPU)).isEqualTo("20");
        undone(receipt);
        assertThat(offered("l40s-01", GPU)).isEqualTo("16");
    }

    @Test
    void whoMayNotReadHowItIsSetUpIsRefusedByTheServersOwnWords() throws Exception {
        try (var other = Console.open(cluster, folder, "nodeadmin", SessionAccessMode.READ_WRITE)) {
            assertThatThrownBy(
                    () -> other.runner().preview(ChangeSharing.assignConfig(NodeTargets.of("b200-01"), "shared-4")))
                    .isInstanceOfSatisfying(Failure.class, failure -> {
                        assertThat(failure.problem().kind()).isEqualTo(ProblemKind.FORBIDDEN);
                        assertThat(failure.problem().headline()).contains("daemonsets");
                    });
        }
    }
}
