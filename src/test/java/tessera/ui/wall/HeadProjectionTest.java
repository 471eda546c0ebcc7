package tessera.ui.wall;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tessera.gpu.GpuFleet;
import tessera.gpu.Sample;
import tessera.model.Problem;
import tessera.model.SessionConnectionStatus;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.NodeReadings;
import tessera.ui.OpenableClusterList;
import tessera.ui.kit.StatusGlyph;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.gpu.Sample.node;

/** What the head of a wall says of its cluster. */
class HeadProjectionTest {

    private static final Problem WHY = Problem.of(Problem.OperationProblemKind.UNREACHABLE,
            "The API server does not answer");
    private static final OpenableClusterList CLUSTERS = new OpenableClusterList(
            List.of(new OpenableClusterList.ListedKubeconfigContext("prod-eu", "",
                    OpenableClusterList.ClusterPurposeMark.PRODUCTION, true)),
            "prod-eu", OpenableClusterList.ClusterWriteAccessMode.READ_ONLY_FOR_GOOD, "");

    private static WallHeaderState head(SessionConnectionStatus connection, Duration later) {
        var fleet = new Sample().with(node("h100-01").nvidia("NVIDIA-H100", 8).has("nvidia.com/gpu", 8)).fleet();
        var read = new NodeReadings("h100-01", "exporter", Sample.NOW, Duration.ofSeconds(15), null, List.of());
        var now = Sample.NOW.plus(later);
        return WallHeaderStateBuilder.project(
                new GpuFleet(fleet.snapshot().withConnection(connection), fleet.nodes(), fleet.pendingPods(),
                        new FleetReadings(now, Map.of("h100-01", read), null)),
                new WallHeaderInput(now, ZoneOffset.UTC, CLUSTERS));
    }

    private static SessionConnectionStatus lost(Instant since) {
        return new SessionConnectionStatus.InterruptedConnection(WHY, since, 1, since.plusSeconds(5));
    }

    @Test
    void whatIsReachedMayBeTakenForThePresent() {
        var head = head(new SessionConnectionStatus.LiveConnection(Sample.NOW), Duration.ofHours(2));

        assertThat(head.cluster()).isEqualTo("prod-eu");
        assertThat(head.linkText()).isEqualTo("live");
        assertThat(head.staleNotice()).isEmpty();
    }

    @Test
    void aServerWhoseCertificateNobodyChecksIsMarkedForAsLongAsItIsShown() {
        var unchecked = new OpenableClusterList(
                List.of(new OpenableClusterList.ListedKubeconfigContext("prod-eu", "",
                        OpenableClusterList.ClusterPurposeMark.PRODUCTION, false)),
                "prod-eu", OpenableClusterList.ClusterWriteAccessMode.READ_ONLY_FOR_GOOD, "");
        var fleet = new Sample().with(node("h100-01").nvidia("NVIDIA-H100", 8)).fleet();
        for (var connection : List.of(new SessionConnectionStatus.LiveConnection(Sample.NOW), lost(Sample.NOW))) {
            var head = WallHeaderStateBuilder
                    .project(
                            new GpuFleet(fleet.snapshot().withConnection(connection), fleet.nodes(),
                                    fleet.pendingPods(), fleet.readings()),
                            new WallHeaderInput(Sample.NOW, ZoneOffset.UTC, unchecked));
            assertThat(head.linkText()).endsWith(", certificate not verified");
            assertThat(head.glyph()).isEqualTo(StatusGlyph.WARNING);
        }
    }

    @Test
    void aContactLostForAMomentIsToldInTheHeadAlone() {
        var head = head(lost(Sample.NOW), Duration.ofSeconds(10));

        assertThat(head.linkText()).isEqualTo("reconnecting");
        assertThat(head.staleNotice()).isEmpty();
    }

    @Test
    void oldDataCarriesItsAgeAndTheReason() {
        var staleNotice = head(lost(Sample.NOW), Duration.ofMinutes(12)).staleNotice().orElseThrow();

        assertThat(staleNotice.age()).isEqualTo("Data 12 min old");
        assertThat(staleNotice.reason()).contains("The API server does not answer");
    }

    @Test
    void anAgeIsThatOfTheNewestReadingAndNotOfTheLook() {
        assertThat(head(lost(Sample.NOW), Duration.ofMinutes(12)).age()).isEqualTo("measured 12 min ago");
    }
}
