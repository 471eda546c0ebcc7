package tessera.app;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** No plan works against whoever else is in charge of a node, and the words of their programs are understood. */
@Timeout(120)
class ForeignHandsTest {

    @TempDir
    static Path folder;
    private static RecordedCluster cluster;

    @BeforeAll
    static void serve() throws Exception {
        cluster = RecordedCluster.serve("foreign-hands", folder);
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "h1      | HAMi shares the GPUs of h1 with its own device plugin, which the MIG manager does not stop",
        "u1      | A driver upgrade is in progress on u1 (wait-for-jobs-required)",
        "failed-1 | The driver upgrade of failed-1 failed (upgrade-failed)",
        "failed-1 | then retry: tessera plan label failed-1 nvidia.com/gpu-driver-upgrade-state=upgrade-required",
        "lost-1  | lost-1 does not respond, so its MIG manager cannot change the MIG configuration",
        "gke-1   | GKE partitions GPUs only when it creates a node, and it created gke-1 without GPU " + "partitions",
        "plain-1 | No label shows whether the GPUs of plain-1 support MIG"})
    void aMigChangeIsRefusedWhereItWouldFailOrThwartOthers(String node, String reason) {
        var plan = cluster.run("plan", "mig", node, "--config", "all-1g.10gb");

        assertThat(plan.code()).isEqualTo(3);
        assertThat(plan.out()).contains("Refused:", reason);
    }

    @Test
    void aMigChangeOfAQuarantinedNodeTellsWhoClosedIt() {
        assertThat(cluster.run("plan", "mig", "c1", "--config", "all-1g.10gb").out())
                .contains("c1 is already cordoned and stays cordoned", "c1 is cordoned by NVSentinel")
                .doesNotContain("Refused");
    }

    @Test
    void sharingIsRefusedWhereAnotherPluginSharesOrTheOperatorRunsNone() {
        assertThat(cluster.run("plan", "share", "h1", "--strategy", "time-slicing", "--replicas", "4").out()).contains(
                "The device plugin of the GPU operator is not deployed",
                "HAMi shares the GPUs of h1 with its own device plugin");
    }

    @Test
    void aFailedUpgradeTellsWhatKeptTheOldDriverAndWhichNodesItKeepsWaiting() {
        assertThat(cluster.run("doctor").out()).contains("The driver upgrade of failed-1 failed",
                "Could not unload NVIDIA driver kernel modules, driver is in use",
                "nodes waiting for a driver upgrade: due-1");
    }

    @Test
    void aMigChangeThatAnotherProgramBlocksIsNotBlamedOnTheMachine() {
        assertThat(cluster.run("doctor", "--node", "held-1").out())
                .contains("Another program uses a GPU of held-1", "tessera plan mend-mig held-1 --by restart-manager")
                .doesNotContain("WITH_REBOOT");
    }

    @Test
    void nobodyIsToldToOpenANodeWhoseGpuIsSick() {
        assertThat(cluster.run("doctor").out())
                .contains("GPU 0 of xid-1 shows XID 79", "xid-1 is cordoned and unhealthy")
                .doesNotContain("plan uncordon xid-1");
    }

    @Test
    void gkesPluginIsUnderstoodAndIsNoExporterThatFellSilent() {
        assertThat(cluster.run("doctor").out()).contains("ml/two-0 requests more than one share of a GPU")
                .doesNotContain("its devices were not available", "The exporter of gke-1 has not answered");
        assertThat(cluster.run("why", "ml/two-0").out()).contains("a container requests more than one GPU share");
    }

    @Test
    void aClaimThatCouldNotBeCreatedKeepsItsPod() {
        assertThat(cluster.run("why", "ml/claims-0").out()).contains(
                "ResourceClaim “gpu” could not be created: resourceclaims.resource.k8s.io \"claims-0-gpu-\" is forbidden: exceeded quota: gpus")
                .doesNotContain("fits now");
    }
}
