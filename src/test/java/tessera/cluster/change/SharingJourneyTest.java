package tessera.cluster.change;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tessera.cluster.http.SessionAccessMode;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.PlanRunReceipt;
import tessera.plan.PlanRunReceipt.PlanRunEnding;
import tessera.plan.context.DevicePluginSharingConfiguration;
import tessera.plan.context.DevicePluginSharingConfiguration.DevicePluginOwner;
import tessera.plan.intent.GpuSharingIntent;
import tessera.plan.intent.GpuSharingIntent.DefaultSharingConfig;
import tessera.plan.intent.TargetNodeSelection;
import tessera.sharing.DevicePluginConfig;
import tessera.sharing.DeviceShareCounts;
import tessera.sharing.GpuSharingStrategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** GPUs are shared otherwise in a cluster, and the receipt says so only once the node agrees. */
@Timeout(180)
class SharingJourneyTest extends ChangedCluster {

    private static final String GPU = "gpu";

    private static String text(GpuSharingStrategy means, int replicas, boolean renamed) {
        return DevicePluginConfig.sharingOnly(DeviceShareCounts.ofGpus(means, replicas, renamed, true)).yaml();
    }

    private PlanRunReceipt done(GpuSharingIntent sharingIntent) throws Exception {
        var receipt = console.change(sharingIntent);
        assertThat(receipt.ending()).as(() -> receipt.steps().stream()
                .map(step -> step.planned().text() + ": " + step.progress() + " " + step.problem()).toList().toString())
                .isEqualTo(PlanRunEnding.DONE);
        return receipt;
    }

    private PlanRunReceipt undone(PlanRunReceipt receipt) throws Exception {
        return done((GpuSharingIntent) receipt.undo().orElseThrow());
    }

    @Test
    void whatTheClusterHasIsReadAsItIs() throws Exception {
        var setup = console.session().changes().inputReader().readSharing();

        assertThat(setup.owner().kind()).isEqualTo(DevicePluginOwner.DevicePluginOwnerKind.OPERATOR);
        assertThat(setup.namespace()).isEqualTo("gpu-operator");
        assertThat(setup.location()).isEqualTo(
                DevicePluginSharingConfiguration.SharingConfigLocation.byOperator("device-plugin-config", "whole"));
        assertThat(setup.documents().keySet()).contains("renamed-4", "shared-4", "whole");
        assertThat(setup.sets()).extracting(DevicePluginSharingConfiguration.DevicePluginDaemonSet::name)
                .containsExactly("nvidia-device-plugin-daemonset", "gpu-feature-discovery");
    }

    @Test
    void aNodeIsSharedByAConfigurationThatIsWrittenForItAndTakenBackWithIt() throws Exception {
        var before = console.read("/api/v1/namespaces/gpu-operator/configmaps/device-plugin-config").path("data");
        var receipt = done(GpuSharingIntent.writeConfig("mps-10", text(GpuSharingStrategy.MPS, 10, false))
                .and(GpuSharingIntent.assignConfig(TargetNodeSelection.of("b200-02"), "mps-10")));

        assertThat(offered("b200-02", GPU)).isEqualTo("80");
        assertThat(label("b200-02", "gpu.product")).isEqualTo("NVIDIA-B200-SHARED");
        assertThat(label("b200-02", "gpu.sharing-strategy")).isEqualTo("mps");
        assertThat(receipt.lastingEffects()).containsExactly("ConfigMap device-plugin-config contains mps-10",
                "b200-02 uses mps-10");

        undone(receipt);
        assertThat(offered("b200-02", GPU)).isEqualTo("8");
        assertThat(console.read("/api/v1/namespaces/gpu-operator/configmaps/device-plugin-config").path("data"))
                .as("what others wrote was left alone").isEqualTo(before);
    }

    @Test
    void allNodesAreSharedByTheOperatorAndThoseWithALabelKeepTheirs() throws Exception {
        var receipt = done(new GpuSharingIntent(Map.of("two", text(GpuSharingStrategy.TIME_SLICING, 2, true)), Set.of(),
                List.of(), Optional.of(new DefaultSharingConfig(GpuSharingIntent.SAME_MAP, "two"))));

        assertThat(offered("h100-01", GPU + ".shared")).isEqualTo("16");
        assertThat(offered("h100-01", GPU)).isEqualTo("0");
        assertThat(offered("l40s-01", GPU)).isEqualTo("16");
        undone(receipt);
        assertThat(offered("h100-01", GPU)).isEqualTo("8");
    }

    @Test
    void anEditedConfigurationReachesTheNodesThatTakeIt() throws Exception {
        var receipt = done(GpuSharingIntent.writeConfig("shared-4", text(GpuSharingStrategy.TIME_SLICING, 5, false)));

        assertThat(offered("l40s-01", GPU)).isEqualTo("20");
        assertThat(offered("l40s-03", GPU)).isEqualTo("20");
        undone(receipt);
        assertThat(offered("l40s-01", GPU)).isEqualTo("16");
    }

    @Test
    void whoMayNotReadHowItIsSetUpIsRefusedByTheServersOwnWords() throws Exception {
        try (var other = Console.open(cluster, folder, "nodeadmin", SessionAccessMode.READ_WRITE)) {
            assertThatThrownBy(() -> other.runner()
                    .preview(GpuSharingIntent.assignConfig(TargetNodeSelection.of("b200-01"), "shared-4")))
                    .isInstanceOfSatisfying(ProblemException.class, problemException -> {
                        assertThat(problemException.problem().kind()).isEqualTo(OperationProblemKind.FORBIDDEN);
                        assertThat(problemException.problem().headline()).contains("daemonsets");
                    });
        }
    }
}
