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
import tessera.alerts.AlertsState;
import tessera.alerts.Silences;
import tessera.insight.Accelerators;
import tessera.insight.Fleet;
import tessera.insight.Sample;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.metrics.prometheus.Queries;
import tessera.metrics.prometheus.Question;
import tessera.metrics.prometheus.find.Standing;
import tessera.model.Connection;
import tessera.model.PodScope;
import tessera.model.Problem;
import tessera.model.Snapshot;
import tessera.model.SourceHealth;
import tessera.ui.alerts.AlertsFeed;
import tessera.ui.alerts.Foreign;
import tessera.ui.alerts.Found;
import tessera.ui.shell.FrameState.Actions;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.insight.Sample.NOW;
import static tessera.insight.Sample.node;

/** What the frame says of the connection. No state is silent. */
class FrameProjectionTest {

    private static final Problem WHY = new Problem(Problem.Kind.UNREACHABLE, "Nobody answers at gpu.example:6443",
            "connection refused", "Check the VPN.");

    static Stream<Connection> everyState() {
        return Stream.of(new Connection.Closed(), new Connection.Connecting("a token from aws", NOW.minusSeconds(3)),
                new Connection.Live(NOW), new Connection.Reconnecting(WHY, NOW.minusSeconds(9), 2, NOW.plusSeconds(4)),
                new Connection.Stale(WHY, NOW.minusSeconds(600), 7, NOW.plusSeconds(30)),
                new Connection.Unreachable(WHY, 3, NOW.plusSeconds(8)), new Connection.CredentialsExpired(WHY),
                new Connection.Refused(WHY));
    }

    private static FrameState state(Connection connection, SourceHealth health, Duration skew, boolean nodes) {
        return state(connection, health, skew, nodes, new Standing.Nowhere(List.of()));
    }

    private static FrameState state(Connection connection, SourceHealth health, Duration skew, boolean nodes,
            Standing prometheus) {
        var seen = new Sample().with(node("n").nvidia("NVIDIA-L4", 2).has("nvidia.com/gpu", 2)).snapshot();
        return state(new Snapshot(1, NOW, connection, health, health, new PodScope.All(),
                nodes ? seen.nodes() : List.of(), List.of(), skew), prometheus);
    }

    private static FrameState state(Snapshot snapshot, Standing prometheus) {
        var fleet = new Fleet.Reader(Accelerators.standard()).read(snapshot);
        return FrameProjection.state(fleet,
                new FrameQuery(NOW, ZoneOffset.UTC, prometheus, new Found(AlertRules::standard,
                        new AlertsFeed.Seen(AlertsState.nothing(), Silences.none()), Foreign.of(prometheus))),
                Found.Urgent.NONE);
    }

    private static String freshness(Standing prometheus) {
        return state(new Connection.Live(NOW), new SourceHealth.Live(), Duration.ZERO, true, prometheus).freshness();
    }

    @Test
    void whereOlderNumbersComeFromIsSaidWhereThereAreAny() {
        var client = new PrometheusClient(new Queries() {
            @Override
            public <T> T send(Question question, Reader<T> reader) {
                throw new AssertionError("nothing is asked");
            }
        }, Duration.ofSeconds(1));

        assertThat(freshness(new Standing.Here("Prometheus monitoring/prometheus-k8s", "3.1.0", true, client)))
                .endsWith("history: Prometheus monitoring/prometheus-k8s");
        assertThat(freshness(new Standing.Here("Prometheus m/p", "3.1.0", false, client)))
                .endsWith("history: Prometheus m/p, no GPUs");
        assertThat(freshness(new Standing.Refused("services in all namespaces",
                Problem.of(Problem.Kind.FORBIDDEN, "You may not list services"))))
                .endsWith("Prometheus: not permitted");
        assertThat(freshness(new Standing.Nowhere(List.of()))).isEqualTo(freshness(new Standing.Sought()))
                .doesNotContain("Prometheus");
    }

    @Test
    void theListOfStatesIsComplete() {
        assertThat(everyState().map(Connection::getClass).collect(Collectors.toSet()))
                .isEqualTo(Set.of(Connection.class.getPermittedSubclasses()));
    }

    @ParameterizedTest
    @MethodSource("everyState")
    void everyStateHasWords(Connection connection) {
        var link = state(connection, new SourceHealth.Live(), Duration.ZERO, true).link();

        assertThat(link.words()).isNotBlank();
        assertThat(link.detail()).endsWith(".").doesNotContain("..");
    }

    @ParameterizedTest
    @MethodSource("everyState")
    void whatIsNotLiveCanBeChanged(Connection connection) {
        var link = state(connection, new SourceHealth.Live(), Duration.ZERO, true).link();

        var expected = switch (connection) {
            case Connection.Live _ -> Actions.NONE;
            case Connection.Connecting _ -> Actions.CANCEL;
            default -> Actions.RETRY;
        };
        assertThat(link.actions()).isEqualTo(expected);
    }

    @Test
    void connectingSaysWhatItWaitsFor() {
        var state = state(new Connection.Connecting("a token from aws", NOW.minusSeconds(3)),
                new SourceHealth.Loading(0, -1), Duration.ZERO, false);

        assertThat(state.link().detail()).isEqualTo("Waiting for a token from aws since 3 s.");
    }

    @Test
    void reconnectingSaysHowOldTheDataIsAndWhenTheNextTryComes() {
        var state = state(new Connection.Reconnecting(WHY, NOW.minusSeconds(9), 2, NOW.plusSeconds(4)),
                new SourceHealth.Stale(NOW.minusSeconds(9), WHY), Duration.ZERO, true);

        assertThat(state.notice()).hasValueSatisfying(banner -> assertThat(banner.sentence())
                .isEqualTo("Nobody answers at gpu.example:6443. What you see is 9 s old; try 2 comes in 4 s."));
        assertThat(state.freshness()).isEqualTo("objects: 9 s old");
    }

    @ParameterizedTest
    @MethodSource("everyState")
    void dataThatIsNotLiveNeverPassesForThePresent(Connection connection) {
        var health = new SourceHealth.Stale(NOW.minusSeconds(7200), WHY);
        var notice = state(connection, health, Duration.ZERO, true).notice();

        var expected = switch (connection) {
            case Connection.Live _ -> "";
            case Connection.Reconnecting _ -> "What you see is 9 s old";
            case Connection.Stale _ -> "this was true at 13:50:00, 10 min ago";
            default -> "What you see is 2 h old";
        };
        assertThat(notice.map(FrameState.Banner::sentence).orElse("")).contains(expected);
        assertThat(notice.isEmpty()).isEqualTo(connection instanceof Connection.Live);
    }

    @Test
    void withoutAConnectionNothingIsSaidToBeRead() {
        var nothing = new SourceHealth.Loading(0, -1);

        assertThat(state(new Connection.Unreachable(WHY, 3, NOW), nothing, Duration.ZERO, false).freshness())
                .isEqualTo("objects: none read");
        assertThat(state(new Connection.Refused(WHY), nothing, Duration.ZERO, false).freshness())
                .isEqualTo("objects: none read");
        assertThat(state(new Connection.Connecting("an answer", NOW), nothing, Duration.ZERO, false).freshness())
                .isEqualTo("objects: reading, 0 so far");
    }

    @ParameterizedTest
    @CsvSource({"ml, pods of ml", "ml;research, pods of 2 namespaces"})
    void whoSeesThePodsOfSomeNamespacesIsToldOfWhich(String namespaces, String pods) {
        var live = new SourceHealth.Live();
        var some = new Snapshot(1, NOW, new Connection.Live(NOW), live, live,
                new PodScope.Only(List.of(namespaces.split(";")), WHY), List.of(), List.of(), Duration.ZERO);

        assertThat(state(some, new Standing.Nowhere(List.of())).freshness())
                .isEqualTo("nodes: live   ·   %s: live".formatted(pods));
    }

    @Test
    void whileReadingTheProgressIsSaid() {
        var state = state(new Connection.Connecting("the list of pods", NOW), new SourceHealth.Loading(1500, 8500),
                Duration.ZERO, true);

        assertThat(state.freshness()).isEqualTo("objects: reading, 1\u202f500 of 10\u202f000");
    }

    @Test
    void aClockThatGoesWrongIsSaid() {
        var state = state(new Connection.Live(NOW), new SourceHealth.Live(), Duration.ofMinutes(-4), true);

        assertThat(state.notice()).hasValueSatisfying(banner -> assertThat(banner.sentence())
                .isEqualTo("This machine's clock is 4 min ahead of the cluster's; ages are corrected by that."));
    }

    @Test
    void agesAreCorrectedByTheSkewAndNeverNegative() {
        var ahead = new Snapshot(1, NOW, new Connection.Live(NOW), new SourceHealth.Live(), new SourceHealth.Live(),
                new PodScope.All(), List.of(), List.of(), Duration.ofSeconds(30));

        assertThat(ahead.age(NOW, NOW)).isEqualTo(Duration.ofSeconds(30));
        assertThat(ahead.age(NOW.plusSeconds(90), NOW)).isEqualTo(Duration.ZERO);
    }

    @ParameterizedTest
    @MethodSource("everyState")
    void whoSeesNoNodeCanStillRefuseChangesOnceTheClusterHasAnswered(Connection connection) {
        var link = state(connection, new SourceHealth.Absent(WHY), Duration.ZERO, false).link();

        assertThat(link.answered()).isEqualTo(switch (connection) {
            case Connection.Live _,Connection.Reconnecting _,Connection.Stale _,Connection.Refused _ -> true;
            default -> false;
        });
    }
}
