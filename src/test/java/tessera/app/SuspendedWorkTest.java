package tessera.app;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** Work of a custom kind is suspended and resumed by commands, and told of between. */
@Timeout(180)
class SuspendedWorkTest extends ServedCluster {

    private static final String JOB = "pytorchjob/frontier-base";

    @Test
    void aPyTorchJobIsSuspendedToldWhyItHasNoPodsAndResumed() throws Exception {
        var preview = there("plan", "suspend", JOB, "-n", "research");
        assertThat(preview.code()).as(preview.err()).isZero();
        assertThat(preview.out()).contains("Suspend PyTorchJob research/frontier-base", "+    suspend: true",
                "research/frontier-base-master-0, 8 GPUs: Deleted, and recreated when the PyTorchJob is resumed",
                "Frees 8 GPUs. Pods lose unsaved work.",
                "patch " + JOB + " -n research --type=merge -p '{\"spec\":{\"runPolicy\":{\"suspend\":true}}}'");
        var done = there("plan", "suspend", JOB, "-n", "research", "--apply", "--yes");
        assertThat(done.code()).as(done.err()).isZero();
        assertThat(done.out()).contains("tessera plan resume " + JOB + " -n research");

        assertThat(there("pods", "--pending").err())
                .containsPattern("Not listed, because they have no pods: .*research/frontier-base");
        var outcome = there("why", "research/frontier-base");
        assertThat(outcome.out()).contains("research/frontier-base · PyTorchJob",
                "The workload is suspended and creates no pods until it is resumed", "If resumed",
                "tessera plan resume " + JOB + " -n research");
        var resumed = there("plan", "resume", JOB, "-n", "research", "--apply", "--yes");
        assertThat(resumed.code()).as(resumed.err()).isZero();
        assertThat(there("pods").out()).contains("frontier-base-master-0");
    }

    @Test
    void aKindThatTheClusterLacksOrNobodyKnowsIsSaidToBe() throws Exception {
        var absent = there("plan", "suspend", "rayjobs.ray.io/x", "-n", "research");
        assertThat(absent.code()).isEqualTo(3);
        assertThat(absent.err()).contains("The cluster does not serve RayJob.ray.io")
                .doesNotContain("There is no RayJob");
        assertThat(there("plan", "suspend", "herd/x").err()).contains("is not KIND/NAME", "pytorchjob",
                "leaderworkerset");
        assertThat(there("plan", "scale", "lws/x", "--replicas", "2").err())
                .contains("The cluster does not serve LeaderWorkerSet.leaderworkerset.x-k8s.io");
    }
}
