package tessera.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tessera.cluster.fixture.Contexts;
import tessera.cluster.fixture.ScriptedCluster;
import tessera.cluster.fixture.ScriptedServer.Exchange;
import tessera.cluster.fixture.Seen;
import tessera.cluster.fleet.ClusterSnapshotStore;
import tessera.cluster.http.SessionAccessMode;
import tessera.cluster.kubeconfig.KubeconfigContextEntry;
import tessera.cluster.watch.ReadablePodNamespaceFinder;
import tessera.cluster.watch.WatchRequestTimings;
import tessera.model.ClusterSnapshot;
import tessera.model.PodSummary;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.SessionConnectionStatus;
import tessera.model.SnapshotCollectionHealth;
import tessera.model.VisiblePodScope;

import static org.assertj.core.api.Assertions.assertThat;

/** Follows a scripted server through everything that can happen to a connection. */
class ClusterSessionTest {

    private static final Duration SOON = Duration.ofMillis(20);
    private static final Duration LONG = Duration.ofMinutes(5);

    @TempDir
    Path folder;

    private ScriptedCluster cluster;
    private final AtomicReference<KubeconfigContextEntry> context = new AtomicReference<>();
    private WatchRequestTimings rhythm = new WatchRequestTimings(2, LONG, LONG, LONG, LONG, SOON, SOON.multipliedBy(5),
            LONG);
    private ClusterSnapshotStore.SnapshotPublishingPeriods periods = new ClusterSnapshotStore.SnapshotPublishingPeriods(
            Duration.ofMillis(5), Duration.ofMillis(5), LONG);
    private List<String> namespaces = List.of();
    /** A namespace that the server is too busy to answer for. */
    private String busy = "";
    private Clock clock = Clock.systemUTC();
    @SuppressWarnings("NullAway.Init") // Every test opens it, some after changing the above.
    private ClusterSession session;
    @SuppressWarnings("NullAway.Init")
    private Seen seen;

    @BeforeEach
    void start() throws Exception {
        cluster = new ScriptedCluster();
        context.set(Contexts.context(cluster.server().address()));
        for (var name : List.of("n1", "n2", "n3")) {
            cluster.putNode(name);
        }
        for (int i = 0; i < 5; i++) {
            cluster.putPod("team", "p" + i, "n" + (1 + i % 3));
        }
    }

    @AfterEach
    void end() throws Exception {
        session.close();
        cluster.close();
    }

    private void open() {
        var sharedServices = Contexts.terms(Map.of(), clock);
        session = ClusterSession.open(context::get,
                new ClusterSessionOptions(sharedServices, rhythm, periods, namespaces,
                        new ReadablePodNamespaceFinder.NamespaceWatchLimits(200, 50), SOON,
                        RandomGeneratorFactory.of("L64X128MixRandom").create(7)),
                SessionAccessMode.READ_ONLY);
        seen = new Seen(session.snapshots());
    }

    private ClusterSnapshot live() throws InterruptedException {
        return seen.until(
                clusterSnapshot -> clusterSnapshot.connection() instanceof SessionConnectionStatus.LiveConnection);
    }

    private static List<String> pods(ClusterSnapshot clusterSnapshot) {
        return java.util.stream.Stream.concat(clusterSnapshot.nodes().stream().flatMap(node -> node.pods().stream()),
                clusterSnapshot.unbound().stream()).map(PodSummary::key).sorted().toList();
    }

    private static boolean asksFor(Exchange exchange, String path) {
        return exchange.path().equals(path);
    }

    private static void forbid(Exchange exchange, String resource, String scope) throws Exception {
        exchange.json(403,
                """
                        {"kind":"Status","reason":"Forbidden","code":403,"message":"%s is forbidden: User \\"ann\\" cannot list \
                        resource \\"%s\\" in API group \\"\\" %s"}"""
                        .formatted(resource, resource, scope));
    }

    private long requests(String start) {
        return cluster.server().requests().stream().filter(request -> request.startsWith(start)).count();
    }

    @Test
    void aServerThatTheKubeconfigNamesAnewIsGoneToOnceTheFormerDoesNotAnswer() throws Exception {
        open();
        live();
        try (var other = new ScriptedCluster()) {
            other.putNode("m1");
            cluster.close();
            seen.until(clusterSnapshot -> !(clusterSnapshot
                    .connection() instanceof SessionConnectionStatus.LiveConnection));
            context.set(Contexts.context(other.server().address()));

            var snapshot = seen.until(
                    clusterSnapshot -> clusterSnapshot.connection() instanceof SessionConnectionStatus.LiveConnection
                            && clusterSnapshot.findNode("m1").isPresent());
            assertThat(snapshot.nodes()).extracting(node -> node.name()).containsExactly("m1");
        }
    }

    @Test
    void everythingIsListedPageByPageAndThenFollowed() throws Exception {
        open();
        assertThat(session.snapshots().get().nodes()).as("open returns at once").isEmpty();
        var first = live();

        assertThat(first.nodes()).extracting(node -> node.name()).containsExactly("n1", "n2", "n3");
        assertThat(first.findNode("n1").orElseThrow().useOf("nvidia.com/gpu").allocated()).isEqualTo(2);
        assertThat(first.nodeHealth()).isEqualTo(new SnapshotCollectionHealth.LiveCollection());
        assertThat(first.podHealth()).isEqualTo(new SnapshotCollectionHealth.LiveCollection());
        assertThat(first.isAllocationComplete()).isTrue();
        assertThat(requests("GET /api/v1/pods?limit=2")).isEqualTo(3);

        cluster.putPod("team", "new", "n3");
        var second = seen.until(clusterSnapshot -> pods(clusterSnapshot).contains("team/new"));
        assertThat(second.findNode("n1").orElseThrow()).as("nothing happened to it")
                .isSameAs(first.findNode("n1").orElseThrow());
        assertThat(second.findNode("n3").orElseThrow().pods()).hasSize(2);

        cluster.deletePod("team", "p0");
        cluster.deleteNode("n2");
        var third = seen
                .until(clusterSnapshot -> clusterSnapshot.nodes().size() == 2 && pods(clusterSnapshot).size() == 5);
        assertThat(third.unbound()).extracting(PodSummary::key).as("pods of a node that is gone")
                .containsExactly("team/p1", "team/p4");
    }

    @Test
    void theFirstPageIsShownBeforeTheSecondHasCome() throws Exception {
        var hold = new CountDownLatch(1);
        cluster.answer(exchange -> asksFor(exchange, "/api/v1/nodes") && !exchange.query("continue").isEmpty(),
                exchange -> {
                    hold.await();
                    cluster.list(exchange);
                });
        open();

        var early = seen.until(clusterSnapshot -> clusterSnapshot.nodes().size() == 2);
        assertThat(early.connection()).isInstanceOf(SessionConnectionStatus.PendingConnection.class);
        assertThat(early.nodeHealth()).isEqualTo(new SnapshotCollectionHealth.LoadingCollection(2, 1));

        hold.countDown();
        assertThat(live().nodes()).hasSize(3);
    }

    @Test
    void aWatchThatEndsIsResumedWhereItStopped() throws Exception {
        open();
        live();
        Seen.await(() -> cluster.openWatches() == 2);
        cluster.bookmark();
        cluster.putPod("team", "x", "n1");
        seen.until(clusterSnapshot -> pods(clusterSnapshot).contains("team/x"));
        cluster.endWatches();
        cluster.putPod("team", "y", "n1");
        seen.until(clusterSnapshot -> pods(clusterSnapshot).contains("team/y"));

        assertThat(requests("GET /api/v1/pods?limit")).as("no list was needed").isEqualTo(3);
        assertThat(seen.until(clusterSnapshot -> true).connection())
                .isInstanceOf(SessionConnectionStatus.LiveConnection.class);
    }

    @Test
    void whatTheServerHasForgottenIsListedAnewAndShownWhenComplete() throws Exception {
        open();
        live();
        Seen.await(() -> cluster.openWatches() == 2);
        var hold = new CountDownLatch(1);
        cluster.answer(exchange -> asksFor(exchange, "/api/v1/pods") && !exchange.query("continue").isEmpty(),
                exchange -> {
                    hold.await();
                    cluster.list(exchange);
                });
        cluster.compact();
        cluster.putPodSilently("team", "p0", "n3");
        cluster.putPodSilently("team", "z", "n1");
        cluster.endWatches();
        Seen.await(() -> requests("GET /api/v1/pods?limit=2&continue") > 2);

        assertThat(session.snapshots().get().findPod("team", "p0").orElseThrow().node()).as("until all is known")
                .isEqualTo("n1");
        assertThat(session.snapshots().get().podHealth()).isEqualTo(new SnapshotCollectionHealth.LiveCollection());

        hold.countDown();
        var after = seen.until(clusterSnapshot -> pods(clusterSnapshot).contains("team/z"));
        assertThat(after.findPod("team", "p0").orElseThrow().node()).isEqualTo("n3");
    }

    @Test
    void aListWhoseContinuationExpiredIsBegunAgainAndInTheEndReadAtOnce() throws Exception {
        cluster.answer(exchange -> asksFor(exchange, "/api/v1/pods") && !exchange.query("continue").isEmpty(),
                exchange -> exchange.json(410,
                        "{\"kind\":\"Status\",\"reason\":\"Expired\",\"code\":410,\"metadata\":{\"continue\":\"x\"}}"));
        open();

        assertThat(pods(live())).hasSize(5);
        assertThat(requests("GET /api/v1/pods?resourceVersion=")).isEqualTo(1);
    }

    @Test
    void aWatchCutInTheMiddleOfAnObjectIsTakenUpAgain() throws Exception {
        open();
        live();
        Seen.await(() -> cluster.openWatches() == 2);
        cluster.putPod("team", "before", "n1");
        seen.until(clusterSnapshot -> pods(clusterSnapshot).contains("team/before"));
        cluster.send("{\"type\":\"MODIFIED\",\"object\":{\"metadata\":{\"name\":\"half");
        cluster.endWatches();
        cluster.putPod("team", "after", "n1");

        var after = seen.until(clusterSnapshot -> pods(clusterSnapshot).contains("team/after"));
        assertThat(pods(after)).noneMatch(key -> key.contains("half"));
    }

    @Test
    void aTruncatedListIsReadAgainAndWhatIsKnownStays() throws Exception {
        open();
        live();
        Seen.await(() -> cluster.openWatches() == 2);
        var cut = new AtomicBoolean(true);
        cluster.answer(exchange -> asksFor(exchange, "/api/v1/pods") && !exchange.watches() && cut.get(),
                exchange -> exchange.json(200, "{\"metadata\":{\"resourceVersion\":\"5\"},\"items\":[{\"metadata\":"));
        cluster.compact();
        cluster.endWatches();

        var garbled = seen.until(
                clusterSnapshot -> clusterSnapshot.podHealth() instanceof SnapshotCollectionHealth.StaleCollection);
        cut.set(false);
        assertThat(((SnapshotCollectionHealth.StaleCollection) garbled.podHealth()).problem().kind())
                .isEqualTo(OperationProblemKind.GARBLED);
        assertThat(pods(garbled)).hasSize(5);
        assertThat(pods(live())).hasSize(5);
    }

    @Test
    void aLostServerIsWaitedForAndAfterAWhileTheDataIsCalledStale() throws Exception {
        periods = new ClusterSnapshotStore.SnapshotPublishingPeriods(Duration.ofMillis(5), Duration.ofMillis(5),
                Duration.ofMillis(400));
        open();
        live();
        Seen.await(() -> cluster.openWatches() == 2);
        cluster.answerAll(Exchange::cut);
        cluster.server().cut();

        var reconnecting = seen.connection(SessionConnectionStatus.InterruptedConnection.class);
        assertThat(reconnecting.problem().kind()).isEqualTo(OperationProblemKind.UNREACHABLE);
        assertThat(reconnecting.attempt()).isPositive();
        var stale = seen.connection(SessionConnectionStatus.StaleConnection.class);
        assertThat(stale.lastContactAt()).as("of two that were lost, the first")
                .isBeforeOrEqualTo(reconnecting.lastContactAt());
        var last = session.snapshots().get();
        assertThat(last.nodeHealth()).isInstanceOf(SnapshotCollectionHealth.StaleCollection.class);
        assertThat(pods(last)).as("what was known stays").hasSize(5);

        cluster.putPodSilently("team", "meanwhile", "n1");
        cluster.compact();
        cluster.answerNormally();
        assertThat(pods(seen
                .until(clusterSnapshot -> clusterSnapshot.connection() instanceof SessionConnectionStatus.LiveConnection
                        && pods(clusterSnapshot).contains("team/meanwhile"))))
                .hasSize(6);
    }

    @Test
    void aServerThatCannotBeReachedIsTriedAgainAndAgainAndAtOnceWhenTheUserWants() throws Exception {
        rhythm = new WatchRequestTimings(2, LONG, LONG, LONG, LONG, Duration.ofMillis(50), LONG, LONG);
        cluster.answerAll(Exchange::cut);
        open();
        seen.until(clusterSnapshot -> clusterSnapshot
                .connection() instanceof SessionConnectionStatus.UnreachableCluster unreachableCluster
                && unreachableCluster.attempt() == 3);
        cluster.answerNormally();
        session.retry();

        assertThat(live().nodes()).hasSize(3);
    }

    @Test
    void aLoginPageInsteadOfTheClusterIsNoCluster() throws Exception {
        cluster.answerAll(exchange -> exchange.text(200, "text/html", "<html><title>Sign in</title></html>"));
        open();

        var unreachableCluster = seen.connection(SessionConnectionStatus.UnreachableCluster.class);
        assertThat(unreachableCluster.problem().kind()).isEqualTo(OperationProblemKind.GARBLED);
        assertThat(unreachableCluster.problem().problemText()).contains("got a web page instead of the Kubernetes API")
                .contains("Sign in");
    }

    @Test
    void anExpiredCredentialWaitsForTheUserAndKeepsWhatIsKnown() throws Exception {
        open();
        live();
        Seen.await(() -> cluster.openWatches() == 2);
        cluster.answerAll(exchange -> exchange.json(401,
                "{\"kind\":\"Status\",\"reason\":\"Unauthorized\",\"message\":\"Unauthorized\",\"code\":401}"));
        cluster.endWatches();

        var expired = seen.connection(SessionConnectionStatus.UnauthenticatedConnection.class);
        assertThat(expired.problem().kind()).isEqualTo(OperationProblemKind.UNAUTHENTICATED);
        var last = session.snapshots().get();
        assertThat(pods(last)).hasSize(5);
        assertThat(last.podHealth()).isInstanceOf(SnapshotCollectionHealth.StaleCollection.class);

        cluster.answerNormally();
        session.retry();
        assertThat(live().podHealth()).isEqualTo(new SnapshotCollectionHealth.LiveCollection());
    }

    @Test
    void aKubeconfigThatChangesMendsAnExpiredCredentialByItself() throws Exception {
        cluster.answer(exchange -> !"Bearer fresh".equals(exchange.headers.get("authorization")),
                exchange -> exchange.json(401, "{}"));
        open();
        seen.connection(SessionConnectionStatus.UnauthenticatedConnection.class);
        context.set(Contexts.context(cluster.server().address(), "", "token: fresh"));

        assertThat(live().nodes()).hasSize(3);
    }

    @Test
    void aTokenThatIsRenewedInTimeIsNoEvent() throws Exception {
        var token = Files.writeString(folder.resolve("token"), "old");
        context.set(Contexts.context(cluster.server().address(), "", "tokenFile: " + token));
        open();
        live();
        Seen.await(() -> cluster.openWatches() == 2);
        Files.writeString(token, "new");
        cluster.answer(exchange -> !"Bearer new".equals(exchange.headers.get("authorization")),
                exchange -> exchange.json(401, "{}"));
        cluster.putPodSilently("team", "unseen", "n1");
        cluster.endWatches();
        cluster.putPod("team", "seen", "n1");

        assertThat(seen.until(clusterSnapshot -> pods(clusterSnapshot).contains("team/seen")).connection())
                .isInstanceOf(SessionConnectionStatus.LiveConnection.class);
    }

    @Test
    void withoutPermissionForNodesPodsAreFollowedAllTheSame() throws Exception {
        cluster.answer(exchange -> asksFor(exchange, "/api/v1/nodes"),
                exchange -> forbid(exchange, "nodes", "at the cluster scope"));
        open();

        var clusterSnapshot = live();
        assertThat(clusterSnapshot.nodeHealth()).isInstanceOfSatisfying(
                SnapshotCollectionHealth.UnavailableCollection.class, absent -> assertThat(absent.problem().headline())
                        .isEqualTo("You may not list nodes in the whole cluster"));
        assertThat(clusterSnapshot.unbound()).hasSize(5);
        cluster.putPod("team", "new", "n1");
        seen.until(later -> pods(later).contains("team/new"));
    }

    /** Namespaces may be listed; pods only in some of them. */
    private void restrictPods(int all, List<String> permitted) {
        cluster.answer(exchange -> asksFor(exchange, "/api/v1/pods") || exchange.method.equals("POST")
                || asksFor(exchange, "/api/v1/namespaces"), exchange -> {
                    if (exchange.method.equals("POST")) {
                        var asked = new String(exchange.body, java.nio.charset.StandardCharsets.UTF_8);
                        if (!busy.isEmpty() && asked.contains("\"" + busy + "\"")) {
                            exchange.json(429, "{}");
                            return;
                        }
                        boolean allowed = permitted.stream().anyMatch(name -> asked.contains("\"" + name + "\""));
                        exchange.json(201, "{\"status\":{\"allowed\":" + allowed + "}}");
                    } else if (asksFor(exchange, "/api/v1/namespaces")) {
                        var items = new StringBuilder("{\"metadata\":{\"name\":\"other\"}}");
                        for (int i = 1; i < Math.min(all, 200); i++) {
                            items.append(",{\"metadata\":{\"name\":\"ns-").append(i).append("\"}}");
                        }
                        exchange.json(200, "{\"metadata\":{\"remainingItemCount\":" + Math.max(0, all - 200)
                                + ",\"continue\":\"x\"},\"items\":[" + items + "]}");
                    } else {
                        forbid(exchange, "pods", "at the cluster scope");
                    }
                });
    }

    @Test
    void withoutPermissionForAllPodsThoseOfPermittedNamespacesAreFollowed() throws Exception {
        cluster.putPod("other", "q", "n1");
        cluster.putPod("closed", "r", "n1");
        restrictPods(3, List.of("team", "other"));
        open();

        var clusterSnapshot = live();
        assertThat(pods(clusterSnapshot)).contains("team/p0", "other/q").doesNotContain("closed/r").hasSize(6);
        var scope = (VisiblePodScope.NamespacedScope) clusterSnapshot.podScope();
        assertThat(scope.namespaces()).containsExactlyInAnyOrder("team", "other");
        assertThat(scope.problem().headline()).isEqualTo("You may not list pods in the whole cluster");
        assertThat(clusterSnapshot.isAllocationComplete()).isFalse();

        cluster.putPod("other", "new", "n2");
        seen.until(later -> pods(later).contains("other/new"));
    }

    @Test
    void tenThousandNamespacesAreNotAllAskedAbout() throws Exception {
        namespaces = List.of("wanted");
        cluster.putPod("wanted", "w", "n1");
        restrictPods(10_000, List.of("wanted"));
        open();

        var scope = (VisiblePodScope.NamespacedScope) live().podScope();
        assertThat(scope.namespaces()).containsExactly("wanted");
        assertThat(scope.problem().detail()).contains("Checked the first 200 of 10000 namespaces");
        assertThat(requests("POST")).isEqualTo(200);
        assertThat(requests("GET /api/v1/namespaces?")).isEqualTo(1);
    }

    @Test
    void whatMayBeListedButNotWatchedIsListedFromTimeToTime() throws Exception {
        rhythm = new WatchRequestTimings(2, LONG, LONG, LONG, LONG, SOON, SOON, SOON);
        cluster.answer(exchange -> asksFor(exchange, "/api/v1/pods") && exchange.target.contains("watch=1"),
                exchange -> forbid(exchange, "pods", "at the cluster scope"));
        open();

        var first = seen.until(
                clusterSnapshot -> clusterSnapshot.podHealth() instanceof SnapshotCollectionHealth.StaleCollection);
        assertThat(first.isAllocationComplete()).as("all pods were listed").isTrue();
        assertThat(pods(first)).hasSize(5);
        cluster.putPod("team", "new", "n1");
        var later = seen.until(clusterSnapshot -> pods(clusterSnapshot).contains("team/new"));
        assertThat(later.podScope()).isEqualTo(new VisiblePodScope.AllPods());

        cluster.answerNormally();
        live();
    }

    @Test
    void aNamespaceThatTurnsOutToBeClosedIsLeftOut() throws Exception {
        rhythm = new WatchRequestTimings(2, LONG, LONG, LONG, LONG, SOON, SOON, Duration.ofMillis(300));
        cluster.putPod("other", "q", "n1");
        restrictPods(2, List.of("team", "other"));
        open();
        live();
        Seen.await(() -> cluster.openWatches() == 3);
        cluster.answer(
                exchange -> asksFor(exchange, "/api/v1/namespaces/other/pods") || asksFor(exchange, "/api/v1/pods"),
                exchange -> forbid(exchange, "pods", "in the namespace \\\"other\\\""));
        cluster.endWatches();

        var later = seen.until(clusterSnapshot -> !pods(clusterSnapshot).contains("other/q"));
        assertThat(((VisiblePodScope.NamespacedScope) later.podScope()).namespaces()).containsExactly("team");
        assertThat(pods(later)).hasSize(5);
        live();
    }

    @Test
    void whoMaySeeNothingIsToldSoAndMayAskAgain() throws Exception {
        cluster.answer(exchange -> !asksFor(exchange, "/version"),
                exchange -> forbid(exchange, "nodes", "at the cluster scope"));
        open();
        assertThat(seen.connection(SessionConnectionStatus.RefusedConnection.class).problem().kind())
                .isEqualTo(OperationProblemKind.FORBIDDEN);

        cluster.answerNormally();
        session.retry();
        assertThat(live().podScope()).isEqualTo(new VisiblePodScope.AllPods());
    }

    @Test
    void aWatchThatIsSilentForTooLongIsOpenedAgain() throws Exception {
        rhythm = new WatchRequestTimings(2, LONG, LONG, Duration.ofMillis(150), LONG, SOON, SOON, LONG);
        open();
        live();
        Seen.await(() -> requests("GET /api/v1/nodes?watch=1") > 2);

        cluster.putPod("team", "after", "n1");
        seen.until(clusterSnapshot -> pods(clusterSnapshot).contains("team/after"));
    }

    @Test
    void aMachineThatSleptLooksAtOnceWhetherItsConnectionsStillStand() throws Exception {
        var shown = new AtomicReference<>(Instant.parse("2026-11-21T06:00:00Z"));
        InstantSource source = shown::get;
        clock = source.withZone(ZoneOffset.UTC);
        open();
        live();
        Seen.await(() -> cluster.openWatches() == 2);
        assertThat(requests("GET /api/v1/pods?watch=1")).isEqualTo(1);

        shown.set(shown.get().plus(Duration.ofHours(8)));

        Seen.await(() -> requests("GET /api/v1/pods?watch=1") > 1);
        assertThat(requests("GET /api/v1/pods?limit")).as("it resumes").isEqualTo(3);
    }

    @Test
    void whoeverCancelsIsLeftInPeaceUntilTheyRetry() throws Exception {
        var hold = new CountDownLatch(1);
        cluster.answer(exchange -> asksFor(exchange, "/version"), exchange -> hold.await());
        open();
        seen.until(clusterSnapshot -> clusterSnapshot
                .connection() instanceof SessionConnectionStatus.PendingConnection connecting
                && connecting.step().startsWith("an answer from http://127.0.0.1"));
        session.cancel();
        seen.until(clusterSnapshot -> clusterSnapshot.connection() instanceof SessionConnectionStatus.NoConnection
                && clusterSnapshot.number() > 1);
        hold.countDown();
        cluster.answerNormally();
        session.retry();

        assertThat(live().nodes()).hasSize(3);
    }

    @Test
    void aClosedSessionAsksNothingMoreAndItsLastSnapshotStays() throws Exception {
        open();
        live();
        Seen.await(() -> cluster.openWatches() == 2);
        session.close();
        seen.connection(SessionConnectionStatus.NoConnection.class);
        Seen.await(() -> {
            cluster.bookmark();
            return cluster.openWatches() == 0;
        });
        int asked = cluster.server().requests().size();
        cluster.putPod("team", "late", "n1");

        assertThat(session.snapshots().get().nodes()).hasSize(3);
        assertThat(session.snapshots().get().podHealth()).isInstanceOf(SnapshotCollectionHealth.StaleCollection.class);
        assertThat(cluster.server().requests()).hasSize(asked);
    }

    @Test
    void aNetworkThatGoesWithoutAWordIsNoticedThoughWatchesStayOpen() throws Exception {
        rhythm = new WatchRequestTimings(2, LONG, LONG, LONG, Duration.ofMillis(200), SOON, SOON, LONG);
        open();
        live();
        Seen.await(() -> cluster.openWatches() == 2);
        var back = new CountDownLatch(1);
        cluster.answer(exchange -> true, exchange -> {
            back.await();
            throw new IOException("whatever was asked meanwhile is never answered");
        });

        seen.connection(SessionConnectionStatus.InterruptedConnection.class);
        cluster.answerNormally();
        back.countDown();
        assertThat(live().nodes()).hasSize(3);
    }

    @Test
    void aDefectOfThisProgramIsGotOverAndNothingStandsStillMeanwhile() throws Exception {
        var faults = new AtomicInteger();
        clock = faltering(faults);
        open();
        live();
        Seen.await(() -> cluster.openWatches() == 2);
        for (int round = 0; round < 3; round++) {
            var name = "late-" + round;
            faults.set(1 + round);
            cluster.putPod("team", name, "n1");
            Seen.await(() -> faults.get() == 0);
            // Only what comes afterwards is sure to make a snapshot of its own.
            cluster.putPod("team", "after-" + round, "n1");
            var after = "team/after-" + round;
            assertThat(seen.until(clusterSnapshot -> pods(clusterSnapshot).containsAll(List.of("team/" + name, after))
                    && clusterSnapshot.connection() instanceof SessionConnectionStatus.LiveConnection).nodes())
                    .hasSize(3);
        }
    }

    /** A clock that is broken for so many looks at it of whoever follows pods. */
    private static Clock faltering(AtomicInteger faults) {
        InstantSource source = () -> {
            if (Thread.currentThread().getName().equals("pods")
                    && faults.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                throw new IllegalStateException("the clock is broken");
            }
            return Instant.now();
        };
        return source.withZone(ZoneOffset.UTC);
    }

    @Test
    void theServersClockIsInTheSnapshot() throws Exception {
        clock = Clock.offset(Clock.systemUTC(), Duration.ofSeconds(90));
        open();

        assertThat(live().clockSkew()).isBetween(Duration.ofSeconds(-92), Duration.ofSeconds(-88));
    }

    @Test
    void aMissingPluginIsToldAndTriedAgain() throws Exception {
        context.set(Contexts.context(cluster.server().address(), "",
                "exec: {apiVersion: client.authentication.k8s.io/v1, command: no-such-plugin}"));
        open();

        var unreachableCluster = seen.connection(SessionConnectionStatus.UnreachableCluster.class);
        assertThat(unreachableCluster.problem().headline()).contains("“no-such-plugin” was not found");
        context.set(Contexts.context(cluster.server().address()));
        assertThat(live().nodes()).hasSize(3);
    }

    @Test
    void anOverloadedServerIsLeftAloneForAsLongAsItAsks() throws Exception {
        var refusedAt = new AtomicReference<>(0L);
        cluster.answer(exchange -> asksFor(exchange, "/api/v1/nodes") && refusedAt.get() == 0L, exchange -> {
            refusedAt.set(System.nanoTime());
            exchange.send(429, Map.of("Retry-After", "1", "Content-Type", "text/plain"),
                    "Too many".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        });
        open();
        live();

        assertThat(Duration.ofNanos(System.nanoTime() - refusedAt.get())).isGreaterThan(Duration.ofMillis(950));
    }

    /** Answers every watch of pods with one error. */
    private void failWatches(int code, String reason) {
        cluster.answer(exchange -> asksFor(exchange, "/api/v1/pods") && exchange.watches(),
                exchange -> exchange.json(200, """
                        {"type":"ERROR","object":{"kind":"Status","code":%d,"reason":"%s","message":"broken"}}
                        """.formatted(code, reason)));
    }

    @Test
    void watchesThatAllEndInAnErrorAreToldAndTriedAgainEverMoreSlowly() throws Exception {
        rhythm = new WatchRequestTimings(2, LONG, LONG, LONG, LONG, SOON, LONG, LONG);
        failWatches(500, "InternalError");
        open();

        var reconnecting = (SessionConnectionStatus.InterruptedConnection) seen.until(clusterSnapshot -> clusterSnapshot
                .connection() instanceof SessionConnectionStatus.InterruptedConnection lately && lately.attempt() == 4)
                .connection();
        assertThat(reconnecting.problem().problemText()).contains("broken");
        assertThat(requests("GET /api/v1/pods?watch=1")).isEqualTo(4);
        assertThat(requests("GET /api/v1/pods?limit")).as("no list was needed").isEqualTo(3);

        cluster.answerNormally();
        live();
    }

    @Test
    void anErrorOnAWatchMaySayForHowLongToLeaveTheServerAlone() throws Exception {
        cluster.answer(exchange -> asksFor(exchange, "/api/v1/pods") && exchange.watches(),
                exchange -> exchange.json(200, """
                        {"type":"ERROR","object":{"code":429,"details":{"causes":[],"retryAfterSeconds":60}}}
                        """));
        open();

        var reconnecting = seen.connection(SessionConnectionStatus.InterruptedConnection.class);
        assertThat(reconnecting.next()).isAfter(Instant.now().plusSeconds(30));
    }

    @Test
    void aServerThatForgetsWhatItJustListedIsAskedEverMoreSlowly() throws Exception {
        rhythm = new WatchRequestTimings(100, LONG, LONG, LONG, LONG, SOON, LONG, LONG);
        failWatches(410, "Expired");
        open();

        seen.until(clusterSnapshot -> clusterSnapshot
                .connection() instanceof SessionConnectionStatus.InterruptedConnection lately && lately.attempt() == 4);
        assertThat(requests("GET /api/v1/pods?limit")).as("only the first time without a pause").isEqualTo(5);

        cluster.answerNormally();
        live();
    }

    @Test
    void namespacesForWhichThereWasNoAnswerAreSaidToBeLeftOut() throws Exception {
        busy = "other";
        restrictPods(1, List.of("team"));
        open();

        var scope = (VisiblePodScope.NamespacedScope) live().podScope();
        assertThat(scope.namespaces()).containsExactly("team");
        assertThat(scope.problem().detail())
                .contains("1 namespace is omitted because its permission check got no answer");
    }

    @Test
    void whoCancelsDoesNotWaitForQuestionsAboutPermissions() throws Exception {
        cluster.answer(exchange -> asksFor(exchange, "/api/v1/pods") || exchange.method.equals("POST"), exchange -> {
            if (exchange.method.equals("POST")) {
                exchange.hang();
            } else {
                forbid(exchange, "pods", "at the cluster scope");
            }
        });
        open();
        Seen.await(() -> requests("POST") > 0);
        session.cancel();

        seen.until(clusterSnapshot -> clusterSnapshot.connection() instanceof SessionConnectionStatus.NoConnection
                && clusterSnapshot.number() > 1);
    }
}
