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
import tessera.alerts.AlertSilences;
import tessera.alerts.AlertsState;
import tessera.insight.AcceleratorCatalog;
import tessera.insight.GpuFleet;
import tessera.insight.Sample;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.metrics.prometheus.PrometheusEndpoint;
import tessera.metrics.prometheus.PrometheusQuery;
import tessera.metrics.prometheus.discovery.PrometheusStatus;
import tessera.model.PodScope;
import tessera.model.Problem;
import tessera.model.SessionConnection;
import tessera.model.Snapshot;
import tessera.model.SourceHealth;
import tessera.ui.alerts.ActiveAlerts;
import tessera.ui.alerts.FxAlertFeed;
import tessera.ui.alerts.PrometheusAlertSet;
import tessera.ui.shell.FrameState.ConnectionActions;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.insight.Sample.NOW;
import static tessera.insight.Sample.node;

/** What the frame says of the connection. No state is silent. */
class FrameProjectionTest {

    private static final Problem WHY = new Problem(Problem.ProblemKind.UNREACHABLE,
            "Nobody answers at gpu.example:6443",
            "connection refused", "Check the VPN.");

    static Stream<SessionConnection> everyState() {
        return Stream.of(new SessionConnection.ClosedConnection(),
                new SessionConnection.ConnectingSession("a token from aws", NOW.minusSeconds(3)),
                new SessionConnection.LiveConnection(NOW),
                new SessionConnection.ReconnectingSession(WHY, NOW.minusSeconds(9), 2, NOW.plusSeconds(4)),
                new SessionConnection.StaleConnection(WHY, NOW.minusSeconds(600), 7, NOW.plusSeconds(30)),
                new SessionConnection.Unreachable(WHY, 3, NOW.plusSeconds(8)),
                new SessionConnection.CredentialsExpired(WHY),
                new SessionConnection.RefusedConnection(WHY));
    }

    private static FrameState state(SessionConnection connection, SourceHealth health, Duration skew, boolean nodes) {
        return state(connection, health, skew, nodes, new PrometheusStatus.PrometheusNotFound(List.of()));
    }

    private static FrameState state(SessionConnection connection, SourceHealth health, Duration skew, boolean nodes,
            PrometheusStatus prometheus) {
        var seen = new Sample().with(node("n").nvidia("NVIDIA-L4", 2).has("nvidia.com/gpu", 2)).snapshot();
        return state(new Snapshot(1, NOW, connection, health, health, new PodScope.All(),
                nodes ? seen.nodes() : List.of(), List.of(), skew), prometheus);
    }

    private static FrameState state(Snapshot snapshot, PrometheusStatus prometheus) {
        var fleet = new GpuFleet.FleetReader(AcceleratorCatalog.standard()).read(snapshot);
        return WindowFrameProjection.project(fleet,
                new FrameQuery(NOW, ZoneOffset.UTC, prometheus, new ActiveAlerts(AlertRules::standardRules,
                        new FxAlertFeed.FiringAlerts(AlertsState.notEvaluated(), AlertSilences.noSilences()),
                        PrometheusAlertSet.forStatus(prometheus))),
                ActiveAlerts.UrgentCount.NONE);
    }

    private static String freshness(PrometheusStatus prometheus) {
        return state(new SessionConnection.LiveConnection(NOW), new SourceHealth.LiveSource(), Duration.ZERO, true,
                prometheus).freshness();
    }

    @Test
    void whereOlderNumbersComeFromIsSaidWhereThereAreAny() {
        var client = new PrometheusClient(new PrometheusEndpoint() {
            @Override
            public <T> T send(PrometheusQuery question, ResponseReader<T> reader) {
                throw new AssertionError("nothing is asked");
            }
        }, Duration.ofSeconds(1));

        assertThat(freshness(new PrometheusStatus.PrometheusAvailable("Prometheus monitoring/prometheus-k8s", "3.1.0",
                true, client)))
                .endsWith("history: Prometheus monitoring/prometheus-k8s");
        assertThat(freshness(new PrometheusStatus.PrometheusAvailable("Prometheus m/p", "3.1.0", false, client)))
                .endsWith("history: Prometheus m/p, no GPUs");
        assertThat(freshness(new PrometheusStatus.PrometheusForbidden("services in all namespaces",
                Problem.of(Problem.ProblemKind.FORBIDDEN, "You may not list services"))))
                .endsWith("Prometheus: not permitted");
        assertThat(freshness(new PrometheusStatus.PrometheusNotFound(List.of())))
                .isEqualTo(freshness(new PrometheusStatus.PrometheusSearching()))
                .doesNotContain("Prometheus");
    }

    @Test
    void theListOfStatesIsComplete() {
        assertThat(everyState().map(SessionConnection::getClass).collect(Collectors.toSet()))
                .isEqualTo(Set.of(SessionConnection.class.getPermittedSubclasses()));
    }

    @ParameterizedTest
    @MethodSource("everyState")
    void everyStateHasWords(SessionConnection connection) {
        var link = state(connection, new SourceHealth.LiveSource(), Duration.ZERO, true).link();

        assertThat(link.text()).isNotBlank();
        assertThat(link.detail()).endsWith(".").doesNotContain("..");
    }

    @ParameterizedTest
    @MethodSource("everyState")
    void whatIsNotLiveCanBeChanged(SessionConnection connection) {
        var link = state(connection, new SourceHealth.LiveSource(), Duration.ZERO, true).link();

        var expected = switch (connection) {
            case SessionConnection.LiveConnection _ -> ConnectionActions.NONE;
            case SessionConnection.ConnectingSession _ -> ConnectionActions.CANCEL;
            default -> ConnectionActions.RETRY;
        };
        assertThat(link.actions()).isEqualTo(expected);
    }

    @Test
    void connectingSaysWhatItWaitsFor() {
        var state = state(new SessionConnection.ConnectingSession("a token from aws", NOW.minusSeconds(3)),
                new SourceHealth.LoadingSource(0, -1), Duration.ZERO, false);

        assertThat(state.link().detail()).isEqualTo("Waiting for a token from aws since 3 s.");
    }

    @Test
    void reconnectingSaysHowOldTheDataIsAndWhenTheNextTryComes() {
        var state = state(new SessionConnection.ReconnectingSession(WHY, NOW.minusSeconds(9), 2, NOW.plusSeconds(4)),
                new SourceHealth.StaleSource(NOW.minusSeconds(9), WHY), Duration.ZERO, true);

        assertThat(state.notice()).hasValueSatisfying(banner -> assertThat(banner.sentence())
                .isEqualTo("Nobody answers at gpu.example:6443. What you see is 9 s old; try 2 comes in 4 s."));
        assertThat(state.freshness()).isEqualTo("objects: 9 s old");
    }

    @ParameterizedTest
    @MethodSource("everyState")
    void dataThatIsNotLiveNeverPassesForThePresent(SessionConnection connection) {
        var health = new SourceHealth.StaleSource(NOW.minusSeconds(7200), WHY);
        var notice = state(connection, health, Duration.ZERO, true).notice();

        var expected = switch (connection) {
            case SessionConnection.LiveConnection _ -> "";
            case SessionConnection.ReconnectingSession _ -> "What you see is 9 s old";
            case SessionConnection.StaleConnection _ -> "this was true at 13:50:00, 10 min ago";
            default -> "What you see is 2 h old";
        };
        assertThat(notice.map(FrameState.Banner::sentence).orElse("")).contains(expected);
        assertThat(notice.isEmpty()).isEqualTo(connection instanceof SessionConnection.LiveConnection);
    }

    @Test
    void withoutAConnectionNothingIsSaidToBeRead() {
        var nothing = new SourceHealth.LoadingSource(0, -1);

        assertThat(state(new SessionConnection.Unreachable(WHY, 3, NOW), nothing, Duration.ZERO, false).freshness())
                .isEqualTo("objects: none read");
        assertThat(state(new SessionConnection.RefusedConnection(WHY), nothing, Duration.ZERO, false).freshness())
                .isEqualTo("objects: none read");
        assertThat(state(new SessionConnection.ConnectingSession("an answer", NOW), nothing, Duration.ZERO, false)
                .freshness())
                .isEqualTo("objects: reading, 0 so far");
    }

    @ParameterizedTest
    @CsvSource({"ml, pods of ml", "ml;research, pods of 2 namespaces"})
    void whoSeesThePodsOfSomeNamespacesIsToldOfWhich(String namespaces, String pods) {
        var live = new SourceHealth.LiveSource();
        var some = new Snapshot(1, NOW, new SessionConnection.LiveConnection(NOW), live, live,
                new PodScope.NamespacedScope(List.of(namespaces.split(";")), WHY), List.of(), List.of(), Duration.ZERO);

        assertThat(state(some, new PrometheusStatus.PrometheusNotFound(List.of())).freshness())
                .isEqualTo("nodes: live   ·   %s: live".formatted(pods));
    }

    @Test
    void whileReadingTheProgressIsSaid() {
        var state = state(new SessionConnection.ConnectingSession("the list of pods", NOW),
                new SourceHealth.LoadingSource(1500, 8500),
                Duration.ZERO, true);

        assertThat(state.freshness()).isEqualTo("objects: reading, 1\u202f500 of 10\u202f000");
    }

    @Test
    void aClockThatGoesWrongIsSaid() {
        var state = state(new SessionConnection.LiveConnection(NOW), new SourceHealth.LiveSource(),
                Duration.ofMinutes(-4), true);

        assertThat(state.notice()).hasValueSatisfying(banner -> assertThat(banner.sentence())
                .isEqualTo("This machine's clock is 4 min ahead of the cluster's; ages are corrected by that."));
    }

    @Test
    void agesAreCorrectedByTheSkewAndNeverNegative() {
        var ahead = new Snapshot(1, NOW, new SessionConnection.LiveConnection(NOW), new SourceHealth.LiveSource(),
                new SourceHealth.LiveSource(),
                new PodScope.All(), List.of(), List.of(), Duration.ofSeconds(30));

        assertThat(ahead.ageOf(NOW, NOW)).isEqualTo(Duration.ofSeconds(30));
        assertThat(ahead.ageOf(NOW.plusSeconds(90), NOW)).isEqualTo(Duration.ZERO);
    }

    @ParameterizedTest
    @MethodSource("everyState")
    void whoSeesNoNodeCanStillRefuseChangesOnceTheClusterHasAnswered(SessionConnection connection) {
        var link = state(connection, new SourceHealth.UnavailableSource(WHY), Duration.ZERO, false).link();

        assertThat(link.answered()).isEqualTo(switch (connection) {
            case SessionConnection.LiveConnection _,SessionConnection.ReconnectingSession _,SessionConnection.StaleConnection _,SessionConnection.RefusedConnection _ ->
                true;
            default -> false;
        });
    }
}
