package tessera.app;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** A change to GPUs names every pod that uses them, in whatever way. */
@Timeout(120)
class GpuUsersTest {

    @TempDir
    static Path folder;
    private static RecordedCluster cluster;

    @BeforeAll
    static void serve() throws Exception {
        cluster = RecordedCluster.serve("gpu-users", folder);
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @Test
    void aMigChangeEvictsWhoeverHoldsAGpuAndWarnsOfWhomItCannotKnow() {
        var plan = cluster.run("plan", "mig", "k1", "--config", "all-1g.10gb").out();

        assertThat(plan).contains("evicted   ml/train-0, 2 GPUs: ReplicaSet train creates a replacement",
                "evicted   ai/agent-1, 0.5 GPU: Uses 0.5 GPU through KAI. ReplicaSet agent creates a replacement",
                "evicted   ai/agent-2, 0.5 GPU: Uses 0.5 GPU through KAI",
                "evicted   ml/dra-0, 2 GPUs: Uses devices of ResourceClaim two-gpus",
                "ended     kai-resource-reservation/gpu-reservation-k1-ccccc: KAI reservation: KAI deletes this "
                        + "pod once no pod shares the reserved GPU",
                "evicted   kai-resource-reservation/gpu-reservation-k1-left, 1 GPU: Orphaned KAI reservation: no pod shares its GPU",
                "ops/sneaky-1 may use GPUs without a request (NVIDIA_VISIBLE_DEVICES=all) and is not evicted",
                "ops/probe-1 may use GPUs without a request (hostPath /dev/nvidia0) and is not evicted",
                "ops/builder-1 may use GPUs without a request (privileged: true) and is not evicted",
                "ops/tunnel-1 may use GPUs without a request (NVIDIA_VISIBLE_DEVICES=all) and is not evicted",
                "ops/viewer-1 may use GPUs without a request (runtimeClassName: nvidia) and is not evicted",
                "watch/watch-1 may use GPUs without a request (NVIDIA_VISIBLE_DEVICES=all) and is not evicted")
                .doesNotContain("web/shop-1", "nobody creates it again", "Not recreated", "evicted   ops/",
                        "ops/void-1", "watch/csi-1", "gpu-operator/nvidia-device-plugin-daemonset-x7k2p");
    }

    @Test
    void sharingTellsWhoseGpusTheDevicePluginDoesNotKnow() {
        var plan = cluster.run("plan", "share", "k1", "--strategy", "time-slicing", "--replicas", "4").out();

        assertThat(plan)
                .contains("The device plugin does not track these pods and may allocate their GPUs to other pods: ",
                        "ai/agent-1 uses 0.5 GPU through KAI", "ml/dra-0 uses devices of ResourceClaim two-gpus",
                        "ops/sneaky-1 may use GPUs without a request (NVIDIA_VISIBLE_DEVICES=all)")
                .doesNotContain("web/shop-1", "gpu-operator/nvidia-mig-manager-x7k2p may");
    }

    @Test
    void aDrainNamesThemAndHowTheyUseGpus() {
        assertThat(cluster.run("plan", "drain", "k1").out()).contains(
                "evicted   ai/agent-1, 0.5 GPU: Uses 0.5 GPU through KAI. ReplicaSet agent creates a replacement",
                "evicted   ml/dra-0, 2 GPUs: Uses devices of ResourceClaim two-gpus",
                "evicted   ops/sneaky-1: May use GPUs without a request (NVIDIA_VISIBLE_DEVICES=all)");
    }

    @Test
    void aReplacementStaysPendingWhereNoOtherNodePublishesWhatItsClaimTakes() {
        assertThat(cluster.run("plan", "drain", "k1").out()).contains(
                "ReplicaSet dra creates a replacement. Unless a node is added, the replacement stays Pending: no other schedulable node "
                        + "publishes devices of gpu.nvidia.com");
    }

    @Test
    void theEndOfAPodThatServesOthersNamesThem() {
        assertThat(cluster.run("plan", "delete", "gpu-operator/mps-control-x").out())
                .contains("stranded  ml/client-0, 1 GPU share: Uses this MPS daemon");
        for (var verb : List.of("delete", "evict")) {
            assertThat(cluster.run("plan", verb, "kai-resource-reservation/gpu-reservation-k1-ccccc").out()).contains(
                    "ended     ai/agent-1, 0.5 GPU: KAI deletes the pod because no pod reserves its GPU any more",
                    "The pod reserves a GPU for pods that share it. These pods end with the reservation.")
                    .doesNotContain("loses unsaved work", "ml/train-0", "ccccc, 1 ");
        }
        assertThat(cluster.run("plan", "evict", "kai-resource-reservation/gpu-reservation-k1-left").out())
                .contains("that no pod shares any more").doesNotContain("ai/agent-1");
    }

    @Test
    void theDoctorTellsToWhomGpusAreOpenThatNobodyCounts() {
        assertThat(cluster.run("doctor").out())
                .contains("ops/sneaky-1 requests no GPU, but has access to GPUs of k1",
                        "ops/probe-1 requests no GPU, but has access to GPUs of k1")
                .doesNotContain("ops/builder-1 requests no GPU", "web/shop-1", "ai/agent-1 requests no GPU",
                        "watch/watch-1 requests no GPU", "ops/viewer-1 requests no GPU");
    }

    @Test
    void aReservationWhoseGpuIsSharedIsNotLeftBehindThoughItSaysNothingButItsGroup() {
        assertThat(cluster.run("doctor").out())
                .doesNotContain("kai-resource-reservation/gpu-reservation-k1-ccccc holds a GPU of k1 for pods");
        assertThat(cluster.run("pods").out())
                .containsPattern("gpu-reservation-k1-ccccc .*Reserves a GPU for ai/agent-1");
    }
}
