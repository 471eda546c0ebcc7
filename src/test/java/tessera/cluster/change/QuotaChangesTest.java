package tessera.cluster.change;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tessera.plan.Receipt.Ending;
import tessera.plan.intent.QuotaIntent.DissolveTeam;
import tessera.plan.intent.QuotaIntent.MakeTeam;

import static org.assertj.core.api.Assertions.assertThat;

/** What bounds namespaces is changed as it was previewed, or not at all when somebody else was quicker. */
@Timeout(180)
class QuotaChangesTest extends ChangedCluster {

    private static final String GPU = "nvidia.com/gpu";
    private static final String KEY = "requests." + GPU;

    private void made(String team) throws Exception {
        var receipt = console.change(new MakeTeam(team, Map.of(KEY, "8"), Map.of(GPU, "4")));
        assertThat(receipt.ending()).as(receipt.problems().toString()).isEqualTo(Ending.DONE);
    }

    @Test
    void aNamespaceIsLeftWhereAPodCameIntoItWhileItsRemovalWasLookedAt() throws Exception {
        made("robotics");
        var preview = console.runner().preview(new DissolveTeam("robotics"));
        assertThat(preview.reasons()).isEmpty();
        console.create("/api/v1/namespaces/robotics/pods", """
                {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "arm"},
                 "spec": {"containers": [{"name": "main", "image": "registry.example/run"}]}}""");

        var receipt = console.carryOut(preview);
        assertThat(receipt.ending()).isEqualTo(Ending.FAILED);
        assertThat(Console.problem(receipt.steps().getFirst()).sentence()).contains("The namespace robotics is in use",
                "Pod/arm");
        assertThat(console.read("/api/v1/namespaces/robotics").at("/metadata/deletionTimestamp").isMissingNode())
                .isTrue();
    }

    @Test
    void anEmptyNamespaceOfATeamIsRemovedAgain() throws Exception {
        made("optics");
        var receipt = console.change(new DissolveTeam("optics"));
        assertThat(receipt.ending()).as(receipt.problems().toString()).isEqualTo(Ending.DONE);
    }
}
