package tessera.ui.wall;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import tessera.gpu.Sample;
import tessera.model.ClusterSnapshot;
import tessera.model.Problem;
import tessera.model.SessionConnectionStatus;
import tessera.ui.StillDesk;
import tessera.ui.wall.WallClusterView.WallClusterReconnector;

import static org.assertj.core.api.Assertions.assertThat;

/** How a wall gets back to its cluster without anybody's help. */
class WallClusterReconnectorTest {

    private static final Problem WHY = Problem.of(Problem.OperationProblemKind.UNAUTHENTICATED,
            "The token is not accepted");

    private final StillDesk desk = new StillDesk(ClusterSnapshot.empty(Sample.NOW));
    private final WallClusterReconnector reopening = new WallClusterReconnector(desk);
    private Instant now = Sample.NOW;

    private void pass(Duration time) {
        for (var until = now.plus(time); now.isBefore(until); now = now.plusSeconds(1)) {
            reopening.checkConnection(now);
        }
    }

    private void stand(SessionConnectionStatus connection) {
        desk.snapshots.update(before -> before.withConnection(connection));
    }

    @Test
    void aCredentialThatIsNotAcceptedIsTriedForEverAndLessAndLessOften() {
        stand(new SessionConnectionStatus.UnauthenticatedConnection(WHY));

        pass(Duration.ofMinutes(2));
        assertThat(desk.retries).isEqualTo(2);
        pass(Duration.ofHours(1));
        assertThat(desk.retries).isBetween(6, 12);
        int before = desk.retries;
        pass(Duration.ofDays(1));
        assertThat(desk.retries - before).isEqualTo(144);
    }

    @Test
    void whileTheClusterIsReachedNobodyInterferes() {
        stand(new SessionConnectionStatus.LiveConnection(Sample.NOW));

        pass(Duration.ofHours(1));
        assertThat(desk.retries).isZero();
    }

    @Test
    void afterAnotherFailureItIsPatientAnew() {
        stand(new SessionConnectionStatus.RefusedConnection(WHY));
        pass(Duration.ofHours(1));
        stand(new SessionConnectionStatus.LiveConnection(now));
        pass(Duration.ofSeconds(5));
        int before = desk.retries;
        stand(new SessionConnectionStatus.RefusedConnection(WHY));

        pass(Duration.ofSeconds(30));
        assertThat(desk.retries).isEqualTo(before + 1);
    }

    @Test
    void aMachineThatWakesTriesAtOnce() {
        stand(new SessionConnectionStatus.UnreachableCluster(WHY, 3, Sample.NOW.plusSeconds(600)));
        pass(Duration.ofSeconds(5));
        assertThat(desk.retries).isZero();

        now = now.plus(Duration.ofHours(8));
        pass(Duration.ofSeconds(5));
        assertThat(desk.retries).isEqualTo(1);
    }

    @Test
    void aMachineThatWakesTriesWhatHadFailedAtOnceThoughItsClusterSeemsToBeThereStill() {
        stand(new SessionConnectionStatus.LiveConnection(Sample.NOW));
        pass(Duration.ofSeconds(5));

        now = now.plus(Duration.ofHours(8));
        pass(Duration.ofSeconds(5));
        assertThat(desk.retries).isEqualTo(1);
    }
}
