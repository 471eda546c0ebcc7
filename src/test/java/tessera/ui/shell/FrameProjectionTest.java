package tessera.ui.shell;

import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSilencesAndAcknowledgments;
import tessera.alerts.AlertSnapshot;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.gpu.Sample;
import tessera.metrics.prometheus.PrometheusApiRequest;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.metrics.prometheus.PrometheusConnection;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryStatus;
import tessera.model.ClusterSnapshot;
import tessera.model.Problem;
import tessera.model.SessionConnectionStatus;
import tessera.model.SnapshotCollectionHealth;
import tessera.model.VisiblePodScope;
import tessera.ui.alerts.ActiveAlerts;
import tessera.ui.alerts.JavaFxAlertFeed;
import tessera.ui.alerts.PrometheusAlertSnapshot;
import tessera.ui.shell.WindowBarsState.OfferedConnectionAction;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.gpu.Sample.NOW;
import static tessera.gpu.Sample.node;

/** What the frame says of the connection. No state is silent. */
class FrameProjectionTest {

    private static final Problem WHY = Problem
            .of(Problem.OperationProblemKind.UNREACHABLE, "Nobody answers at gpu.example:6443")
            .withDetail("connection refused").withRemedy("Check the VPN.");

    static Stream<SessionConnectionStatus> everyState() {
        return Stream.of(new SessionConnectionStatus.NoConnection(),
                new SessionConnectionStatus.PendingConnection("a token from aws", NOW.minusSeconds(3)),
                new SessionConnectionStatus.LiveConnection(NOW),
                new SessionConnectionStatus.InterruptedConnection(WHY, NOW.minusSeconds(9), 2, NOW.plusSeconds(4)),
                new SessionConnectionStatus.StaleConnection(WHY, NOW.minusSeconds(600), 7, NOW.plusSeconds(30)),
                new SessionConnectionStatus.UnreachableCluster(WHY, 3, NOW.plusSeconds(8)),
                new SessionConnectionStatus.UnauthenticatedConnection(WHY),
                new SessionConnectionStatus.RefusedConnection(WHY));
    }

    private static WindowBarsState state(SessionConnectionStatus connection, SnapshotCollectionHealth health,
            Duration skew, boolean nodes) {
        return state(connection, health, skew, nodes, new PrometheusDiscoveryStatus.PrometheusNotFound(List.of()));
    }

    private static WindowBarsState state(SessionConnectionStatus connection, SnapshotCollectionHealth health,
            Duration skew, boolean nodes, PrometheusDiscoveryStatus prometheus) {
        var snapshot = new Sample().with(node("n").nvidia("NVIDIA-L4", 2).has("nvidia.com/gpu", 2)).snapshot();
        return state(new ClusterSnapshot(1, NOW, connection, health, health, new VisiblePodScope.AllPods(),
                nodes ? snapshot.nodes() : List.of(), List.of(), skew), prometheus);
    }

    private static WindowBarsState state(ClusterSnapshot clusterSnapshot, PrometheusDiscoveryStatus prometheus) {
        var fleet = new GpuFleet.GpuFleetReader(AcceleratorCatalog.standard()).read(clusterSnapshot);
        return WindowBarsStateBuilder.project(fleet,
                new WindowBarsStateInputs(NOW, ZoneOffset.UTC, prometheus,
                        new ActiveAlerts(AlertRules::standardRules,
                                new JavaFxAlertFeed.FiringAlerts(AlertSnapshot.notEvaluated(),
                                        AlertSilencesAndAcknowledgments.noSilences()),
                                PrometheusAlertSnapshot.forStatus(prometheus))),
                ActiveAlerts.UrgentProblemCount.NONE);
    }

    private static String freshness(PrometheusDiscoveryStatus prometheus) {
        return state(new SessionConnectionStatus.LiveConnection(NOW), new SnapshotCollectionHealth.LiveCollection(),
                Duration.ZERO, true, prometheus).freshness();
    }

    @Test
    void whereOlderNumbersComeFromIsSaidWhereThereAreAny() {
        var client = new PrometheusClient(new PrometheusConnection() {
            @Override
            public <T> T send(PrometheusApiRequest prometheusQuery, PrometheusReplyHandler<T> reader) {
                throw new AssertionError("nothing is asked");
            }
        }, Duration.ofSeconds(1));

        assertThat(freshness(new PrometheusDiscoveryStatus.PrometheusAvailable("Prometheus monitoring/prometheus-k8s",
                "3.1.0", true, client))).endsWith("history: Prometheus monitoring/prometheus-k8s");
        assertThat(
                freshness(new PrometheusDiscoveryStatus.PrometheusAvailable("Prometheus m/p", "3.1.0", false, client)))
                .endsWith("history: Prometheus m/p, no GPUs");
        assertThat(freshness(new PrometheusDiscoveryStatus.PrometheusForbidden("services in all namespaces",
                Problem.of(Problem.OperationProblemKind.FORBIDDEN, "You may not list services"))))
                .endsWith("Prometheus: not permitted");
        assertThat(freshness(new PrometheusDiscoveryStatus.PrometheusNotFound(List.of())))
                .isEqualTo(freshness(new PrometheusDiscoveryStatus.PrometheusSearching())).doesNotContain("Prometheus");
    }

    @Test
    void theListOfStatesIsComplete() {
        assertThat(everyState().map(SessionConnectionStatus::getClass).collect(Collectors.toSet()))
                .isEqualTo(Set.of(SessionConnectionStatus.class.getPermittedSubclasses()));
    }

    @ParameterizedTest
    @MethodSource("everyState")
    void everyStateHasWords(SessionConnectionStatus connection) {
        var chipState = state(connection, new SnapshotCollectionHealth.LiveCollection(), Duration.ZERO, true)
                .chipState();

        assertThat(chipState.text()).isNotBlank();
        assertThat(chipState.detail()).endsWith(".").doesNotContain("..");
    }

    @ParameterizedTest
    @MethodSource("everyState")
    void whatIsNotLiveCanBeChanged(SessionConnectionStatus connection) {
        var chipState = state(connection, new SnapshotCollectionHealth.LiveCollection(), Duration.ZERO, true)
                .chipState();

        var expected = switch (connection) {
            case SessionConnectionStatus.LiveConnection _ -> OfferedConnectionAction.NONE;
            case SessionConnectionStatus.PendingConnection _ -> OfferedConnectionAction.CANCEL;
            default -> OfferedConnectionAction.RETRY;
        };
        assertThat(chipState.actions()).isEqualTo(expected);
    }

    @Test
    void connectingSaysWhatItWaitsFor() {
        var state = state(new SessionConnectionStatus.PendingConnection("a token from aws", NOW.minusSeconds(3)),
                new SnapshotCollectionHealth.LoadingCollection(0, -1), Duration.ZERO, false);

        assertThat(state.chipState().detail()).isEqualTo("Waiting for a token from aws (3 s).");
    }

    @Test
    void reconnectingSaysHowOldTheDataIsAndWhenTheNextTryComes() {
        var state = state(
                new SessionConnectionStatus.InterruptedConnection(WHY, NOW.minusSeconds(9), 2, NOW.plusSeconds(4)),
                new SnapshotCollectionHealth.StaleCollection(NOW.minusSeconds(9), WHY), Duration.ZERO, true);

        assertThat(state.notice()).hasValueSatisfying(windowBannerText -> assertThat(windowBannerText.sentence())
                .isEqualTo("Nobody answers at gpu.example:6443. Data is 9 s old. Retrying in 4 s (attempt 2)."));
        assertThat(state.freshness()).isEqualTo("objects: 9 s old");
    }

    @ParameterizedTest
    @MethodSource("everyState")
    void dataThatIsNotLiveNeverPassesForThePresent(SessionConnectionStatus connection) {
        var health = new SnapshotCollectionHealth.StaleCollection(NOW.minusSeconds(7200), WHY);
        var notice = state(connection, health, Duration.ZERO, true).notice();

        var expected = switch (connection) {
            case SessionConnectionStatus.LiveConnection _ -> "";
            case SessionConnectionStatus.InterruptedConnection _ -> "Data is 9 s old";
            case SessionConnectionStatus.StaleConnection _ -> "data from 13:50:00, 10 min ago";
            default -> "Data is 2 h old";
        };
        assertThat(notice.map(WindowBarsState.WindowBannerText::sentence).orElse("")).contains(expected);
        assertThat(notice.isEmpty()).isEqualTo(connection instanceof SessionConnectionStatus.LiveConnection);
    }

    @Test
    void withoutAConnectionNothingIsSaidToBeRead() {
        var nothing = new SnapshotCollectionHealth.LoadingCollection(0, -1);

        assertThat(state(new SessionConnectionStatus.UnreachableCluster(WHY, 3, NOW), nothing, Duration.ZERO, false)
                .freshness()).isEqualTo("objects: none read");
        assertThat(state(new SessionConnectionStatus.RefusedConnection(WHY), nothing, Duration.ZERO, false).freshness())
                .isEqualTo("objects: none read");
        assertThat(state(new SessionConnectionStatus.PendingConnection("an answer", NOW), nothing, Duration.ZERO, false)
                .freshness()).isEqualTo("objects: reading, 0 so far");
    }

    @ParameterizedTest
    @CsvSource({"ml, pods of ml", "ml;research, pods of 2 namespaces"})
    void whoSeesThePodsOfSomeNamespacesIsToldOfWhich(String namespaces, String pods) {
        var live = new SnapshotCollectionHealth.LiveCollection();
        var some = new ClusterSnapshot(1, NOW, new SessionConnectionStatus.LiveConnection(NOW), live, live,
                new VisiblePodScope.NamespacedScope(List.of(namespaces.split(";")), WHY), List.of(), List.of(),
                Duration.ZERO);

        assertThat(state(some, new PrometheusDiscoveryStatus.PrometheusNotFound(List.of())).freshness())
                .isEqualTo("nodes: live   ·   %s: live".formatted(pods));
    }

    @Test
    void whileReadingTheProgressIsSaid() {
        var state = state(new SessionConnectionStatus.PendingConnection("the list of pods", NOW),
                new SnapshotCollectionHealth.LoadingCollection(1500, 8500), Duration.ZERO, true);

        assertThat(state.freshness()).isEqualTo("objects: reading, 1\u202f500 of 10\u202f000");
    }

    @Test
    void aClockThatGoesWrongIsSaid() {
        var state = state(new SessionConnectionStatus.LiveConnection(NOW),
                new SnapshotCollectionHealth.LiveCollection(), Duration.ofMinutes(-4), true);

        assertThat(state.notice()).hasValueSatisfying(windowBannerText -> assertThat(windowBannerText.sentence())
                .isEqualTo("This machine’s clock is 4 min ahead of the cluster’s. Ages are corrected."));
    }

    @Test
    void agesAreCorrectedByTheSkewAndNeverNegative() {
        var ahead = new ClusterSnapshot(1, NOW, new SessionConnectionStatus.LiveConnection(NOW),
                new SnapshotCollectionHealth.LiveCollection(), new SnapshotCollectionHealth.LiveCollection(),
                new VisiblePodScope.AllPods(), List.of(), List.of(), Duration.ofSeconds(30));

        assertThat(ahead.ageOf(NOW, NOW)).isEqualTo(Duration.ofSeconds(30));
        assertThat(ahead.ageOf(NOW.plusSeconds(90), NOW)).isEqualTo(Duration.ZERO);
    }

    @ParameterizedTest
    @MethodSource("everyState")
    void whoSeesNoNodeCanStillRefuseChangesOnceTheClusterHasAnswered(SessionConnectionStatus connection) {
        var chipState = state(connection, new SnapshotCollectionHealth.UnavailableCollection(WHY), Duration.ZERO, false)
                .chipState();

        assertThat(chipState.answered()).isEqualTo(switch (connection) {
            case SessionConnectionStatus.LiveConnection _,SessionConnectionStatus.InterruptedConnection _,SessionConnectionStatus.StaleConnection _,SessionConnectionStatus.RefusedConnection _ ->
                true;
            default -> false;
        });
    }
}
