package tessera.cluster;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tessera.cluster.fixture.Contexts;
import tessera.cluster.fixture.ScriptedCluster;
import tessera.cluster.fixture.ScriptedServer.Exchange;
import tessera.cluster.fixture.ScriptedServer.Script;
import tessera.cluster.fixture.Seen;
import tessera.cluster.fleet.ClusterSnapshotStore;
import tessera.cluster.http.SessionAccessMode;
import tessera.cluster.watch.ReadablePodNamespaceFinder;
import tessera.cluster.watch.WatchRequestTimings;
import tessera.model.ClusterSnapshot;
import tessera.model.NodeWithBoundPods;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.SessionConnectionStatus;
import tessera.model.SnapshotCollectionHealth;
import tessera.model.VisiblePodScope;

import static org.assertj.core.api.Assertions.assertThat;

/** What is known stays in sight when a server changes its mind, and never looks younger than it is. */
class HonestAgeTest {

    private static final Duration SOON = Duration.ofMillis(20);
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final String PODS = "/api/v1/pods";

    private ScriptedCluster cluster;
    private Duration recheck = LONG;
    private Duration timeout = LONG;
    @SuppressWarnings("NullAway.Init") // Every test opens it, some after changing the above.
    private ClusterSession session;
    @SuppressWarnings("NullAway.Init")
    private Seen seen;

    @BeforeEach
    void start() throws Exception {
        cluster = new ScriptedCluster();
        cluster.putNode("n1");
        cluster.putNode("n2");
        cluster.putPod("team", "p", "n1");
        cluster.putPod("other", "q", "n2");
    }

    @AfterEach
    void end() throws Exception {
        session.close();
        cluster.close();
    }

    private void open() throws Exception {
        var context = Contexts.context(cluster.server().address());
        session = ClusterSession.open(() -> context,
                new ClusterSessionOptions(Contexts.terms(Map.of(), Clock.systemUTC()),
                        new WatchRequestTimings(500, LONG, LONG, LONG, LONG, SOON, SOON.multipliedBy(5), recheck),
                        new ClusterSnapshotStore.SnapshotPublishingPeriods(Duration.ofMillis(5), Duration.ofMillis(5),
                                timeout),
                        List.of(), ReadablePodNamespaceFinder.NamespaceWatchLimits.USUAL, SOON,
                        RandomGeneratorFactory.of("L64X128MixRandom").create(7)),
                SessionAccessMode.READ_ONLY);
        seen = new Seen(session.snapshots());
    }

    private void openAndFollow() throws Exception {
        open();
        live();
        Seen.await(() -> cluster.openWatches() == 2);
    }

    private ClusterSnapshot live() throws InterruptedException {
        return seen.until(
                clusterSnapshot -> clusterSnapshot.connection() instanceof SessionConnectionStatus.LiveConnection);
    }

    private static List<String> pods(ClusterSnapshot clusterSnapshot) {
        return clusterSnapshot.nodes().stream().flatMap(node -> node.pods().stream()).map(pod -> pod.key()).sorted()
                .toList();
    }

    private static void forbid(Exchange exchange, String resource) throws Exception {
        exchange.json(403, """
                {"kind":"Status","reason":"Forbidden","code":403,"message":"%s is forbidden: User \\"ann\\" cannot \
                list resource \\"%s\\" in API group \\"\\" at the cluster scope"}""".formatted(resource, resource));
    }

    /** Pods may be read in one namespace only. */
    private static void permitTeamOnly(Exchange exchange) throws Exception {
        if (exchange.method.equals("POST")) {
            boolean team = new String(exchange.body, StandardCharsets.UTF_8).contains("\"team\"");
            exchange.json(201, "{\"status\":{\"allowed\":" + team + "}}");
        } else if (exchange.path().equals(PODS)) {
            forbid(exchange, "pods");
        } else {
            exchange.json(200, "{\"items\":[{\"metadata\":{\"name\":\"team\"}},{\"metadata\":{\"name\":\"other\"}}]}");
        }
    }

    private static boolean asksAboutPods(Exchange exchange) {
        return exchange.path().equals(PODS) || exchange.method.equals("POST")
                || exchange.path().equals("/api/v1/namespaces");
    }

    @Test
    void aRefusalThatPassesCostsNothingThatWasKnownAndIsMendedByItself() throws Exception {
        recheck = Duration.ofSeconds(2);
        openAndFollow();
        cluster.answer(HonestAgeTest::asksAboutPods, HonestAgeTest::permitTeamOnly);
        cluster.endWatches();

        var refused = seen.until(clusterSnapshot -> clusterSnapshot
                .connection() instanceof SessionConnectionStatus.InterruptedConnection);
        assertThat(pods(refused)).containsExactly("other/q", "team/p");
        assertThat(refused.podScope()).isEqualTo(new VisiblePodScope.AllPods());
        assertThat(refused.podHealth()).isInstanceOfSatisfying(SnapshotCollectionHealth.StaleCollection.class,
                stale -> {
                    assertThat(stale.since()).isBefore(Instant.now());
                    assertThat(stale.problem().kind()).isEqualTo(OperationProblemKind.FORBIDDEN);
                    assertThat(stale.problem().detail()).contains("User \"ann\" cannot list");
                });
        assertThat(refused.nodeHealth()).isEqualTo(new SnapshotCollectionHealth.LiveCollection());

        cluster.answerNormally();
        assertThat(live().podHealth()).isEqualTo(new SnapshotCollectionHealth.LiveCollection());
        assertThat(cluster.server().requests()).as("nobody asked for less").noneMatch(line -> line.startsWith("POST"));
    }

    @Test
    void aRefusalThatStandsNarrowsWhatIsSeenUntilItIsTakenBack() throws Exception {
        recheck = Duration.ofMillis(200);
        openAndFollow();
        cluster.answer(HonestAgeTest::asksAboutPods, HonestAgeTest::permitTeamOnly);
        cluster.endWatches();

        assertThat(pods(seen.until(clusterSnapshot -> clusterSnapshot
                .connection() instanceof SessionConnectionStatus.InterruptedConnection))).hasSize(2);
        var narrowed = seen.until(clusterSnapshot -> !clusterSnapshot.podScope().isComplete()
                && clusterSnapshot.connection() instanceof SessionConnectionStatus.LiveConnection);
        assertThat(pods(narrowed)).containsExactly("team/p");
        assertThat(((VisiblePodScope.NamespacedScope) narrowed.podScope()).namespaces()).containsExactly("team");

        cluster.answerNormally();
        seen.until(clusterSnapshot -> clusterSnapshot.podScope().isComplete() && pods(clusterSnapshot).size() == 2
                && clusterSnapshot.podHealth() instanceof SnapshotCollectionHealth.LiveCollection);
        cluster.deletePod("other", "q");
        assertThat(seen.until(clusterSnapshot -> pods(clusterSnapshot).size() == 1).connection())
                .isInstanceOf(SessionConnectionStatus.LiveConnection.class);
    }

    @Test
    void whoMayNoLongerReadNodesKeepsThoseThatWereKnownAsStale() throws Exception {
        recheck = Duration.ofMillis(50);
        timeout = Duration.ofMillis(300);
        openAndFollow();
        cluster.answer(exchange -> exchange.path().equals("/api/v1/nodes"), exchange -> forbid(exchange, "nodes"));
        cluster.endWatches();

        var stale = seen.until(
                clusterSnapshot -> clusterSnapshot.connection() instanceof SessionConnectionStatus.StaleConnection later
                        && later.attempt() > 3);
        assertThat(((SessionConnectionStatus.StaleConnection) stale.connection()).problem().headline())
                .isEqualTo("You may not list nodes in the whole cluster");
        assertThat(stale.nodes()).extracting(NodeWithBoundPods::name).containsExactly("n1", "n2");
        assertThat(stale.podHealth()).isEqualTo(new SnapshotCollectionHealth.LiveCollection());

        cluster.answerNormally();
        live();
    }

    @Test
    void aRefusalAfterAnewConnectionDoesNotForgetWhatTheOldOneKnew() throws Exception {
        openAndFollow();
        cluster.answerAll(exchange -> exchange.json(401, "{}"));
        cluster.endWatches();
        seen.connection(SessionConnectionStatus.UnauthenticatedConnection.class);
        cluster.answer(HonestAgeTest::asksAboutPods, HonestAgeTest::permitTeamOnly);
        session.retry();

        var refused = seen.until(clusterSnapshot -> clusterSnapshot
                .connection() instanceof SessionConnectionStatus.InterruptedConnection reconnecting
                && reconnecting.problem().kind() == OperationProblemKind.FORBIDDEN);
        assertThat(pods(refused)).hasSize(2);
    }

    /** Whoever answers watches like this has said nothing about the pods since the list. */
    private void turnsStale(Script watches, OperationProblemKind kind) throws Exception {
        timeout = Duration.ofMillis(1_500);
        cluster.answer(exchange -> exchange.path().equals(PODS) && exchange.watches(), watches);
        var connections = new CopyOnWriteArrayList<SessionConnectionStatus>();
        open();
        session.snapshots().observe(() -> connections.add(session.snapshots().get().connection()));

        var stale = seen.connection(SessionConnectionStatus.StaleConnection.class);
        assertThat(stale.problem().kind()).isEqualTo(kind);
        assertThat(Duration.between(stale.lastContactAt(), Instant.now())).isGreaterThanOrEqualTo(timeout);
        var since = connections.stream()
                .dropWhile(connection -> !(connection instanceof SessionConnectionStatus.InterruptedConnection))
                .toList();
        assertThat(since).allSatisfy(connection -> assertThat(connection).isInstanceOfAny(
                SessionConnectionStatus.InterruptedConnection.class, SessionConnectionStatus.StaleConnection.class));
        assertThat(since).filteredOn(SessionConnectionStatus.InterruptedConnection.class::isInstance)
                .extracting(connection -> ((SessionConnectionStatus.InterruptedConnection) connection).lastContactAt())
                .containsOnly(stale.lastContactAt());
        assertThat(cluster.server().requests().stream().filter(line -> line.startsWith("GET /api/v1/pods?watch")))
                .as("it was tried again").hasSizeGreaterThan(3);
    }

    @Test
    void aWatchThatAnswersGarbageDoesNotMakeWhatIsKnownYounger() throws Exception {
        turnsStale(exchange -> exchange.json(200, "gateway timeout"), OperationProblemKind.GARBLED);
    }

    @Test
    void watchesThatAnswerOnlyErrorsAreStaleInTheEnd() throws Exception {
        turnsStale(
                exchange -> exchange.json(200,
                        "{\"type\":\"ERROR\",\"object\":{\"kind\":\"Status\",\"code\":500,\"message\":\"broken\"}}"),
                OperationProblemKind.OVERLOADED);
    }

    @Test
    void eventsOfNothingProveNothing() throws Exception {
        turnsStale(exchange -> exchange.json(200, "{\"type\":\"MODIFIED\",\"object\":null}\nthen garbage"),
                OperationProblemKind.GARBLED);
    }

    @Test
    void afterALossABookmarkProvesThatAllIsKnown() throws Exception {
        openAndFollow();
        cluster.answerAll(Exchange::cut);
        cluster.server().cut();
        seen.connection(SessionConnectionStatus.InterruptedConnection.class);
        cluster.answerNormally();
        // The two that were cut do not know it yet.
        Seen.await(() -> cluster.openWatches() == 4);
        assertThat(session.snapshots().get().connection()).as("nothing was said yet")
                .isInstanceOf(SessionConnectionStatus.InterruptedConnection.class);

        cluster.bookmark();
        live();
        assertThat(cluster.server().requests()).as("no list was needed")
                .filteredOn(line -> line.startsWith("GET /api/v1/pods?limit")).hasSize(1);
    }

    @Test
    void afterALossAServerThatSaysNothingIsAskedForEverything() throws Exception {
        openAndFollow();
        cluster.answerAll(Exchange::cut);
        cluster.server().cut();
        var reconnecting = seen.connection(SessionConnectionStatus.InterruptedConnection.class);
        cluster.answerNormally();

        assertThat(live().number()).isPositive();
        assertThat(reconnecting.problem()).extracting(Problem::kind).isEqualTo(OperationProblemKind.UNREACHABLE);
        Seen.await(() -> cluster.server().requests().stream().filter(line -> line.startsWith("GET /api/v1/pods?limit"))
                .count() >= 2);
    }
}
