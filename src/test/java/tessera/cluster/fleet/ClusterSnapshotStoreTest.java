package tessera.cluster.fleet;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tessera.cluster.fixture.Seen;
import tessera.cluster.http.UnreadableObjectRegistry;
import tessera.kube.quantity.ResourceAmounts;
import tessera.model.ControllerRef;
import tessera.model.PodPhase;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.SessionConnectionStatus;
import tessera.model.SnapshotCollectionHealth;
import tessera.model.VisiblePodScope;

import static org.assertj.core.api.Assertions.assertThat;

class ClusterSnapshotStoreTest {

    private static final Duration PERIOD = Duration.ofMillis(200);
    private static final Problem WHY = Problem.of(OperationProblemKind.UNREACHABLE, "gone");

    /** How often there could have been a snapshot. */
    private final AtomicInteger rounds = new AtomicInteger();
    private final ClusterSnapshotStore store = new ClusterSnapshotStore(
            new ClusterSnapshotStore.SnapshotPublishingPeriods(PERIOD, PERIOD, Duration.ofMinutes(1)),
            Clock.systemUTC(), this::skew, new UnreadableObjectRegistry());
    private final Seen seen = new Seen(store.snapshots());

    @AfterEach
    void close() {
        store.close();
    }

    private Duration skew() {
        rounds.incrementAndGet();
        return Duration.ZERO;
    }

    private static PodSummary pod(String name) {
        return new PodSummary("s", name, "u", "", "", PodPhase.PENDING, "Pending", "", "", ResourceAmounts.NONE,
                ControllerRef.NONE, Map.of(), 0, null, null, null, 0, 1, 0, List.of());
    }

    private void follow() throws InterruptedException {
        store.accept(new WatchChange.SessionStatusOverrideEnd(Instant.now()));
        store.accept(new WatchChange.CollectionWatchStart(WatchedCollection.NODES, Instant.now()));
        store.accept(new WatchChange.FullListEnd(WatchedCollection.NODES));
        store.accept(new WatchChange.CollectionWatchStart(WatchedCollection.PODS, Instant.now()));
        store.accept(new WatchChange.FullListEnd(WatchedCollection.PODS));
        seen.connection(SessionConnectionStatus.LiveConnection.class);
    }

    @Test
    void aChangeInAQuietTimeIsPublishedAtOnceAndThoseThatFollowTogether() throws Exception {
        var period = Duration.ofHours(1);
        var slow = new ClusterSnapshotStore(new ClusterSnapshotStore.SnapshotPublishingPeriods(period, period, period),
                Clock.systemUTC(), () -> Duration.ZERO, new UnreadableObjectRegistry());
        var published = new AtomicInteger(-1);
        slow.snapshots().observe(published::incrementAndGet);
        try (var watched = new Seen(slow.snapshots())) {
            slow.accept(new WatchChange.PodUpsert(pod("first")));
            watched.until(clusterSnapshot -> clusterSnapshot.unbound().size() == 1);

            for (int i = 0; i < 1_000; i++) {
                slow.accept(new WatchChange.PodUpsert(pod("p" + i)));
            }
            // Who closes it does not wait for the end of the hour.
            slow.close();
            watched.until(clusterSnapshot -> clusterSnapshot.unbound().size() == 1_001);
        }
        assertThat(published).hasValue(2);
    }

    @Test
    void nothingIsPublishedWhenNothingChanged() throws Exception {
        follow();
        store.accept(new WatchChange.PodUpsert(pod("a")));
        var before = seen.until(clusterSnapshot -> clusterSnapshot.unbound().size() == 1);
        int until = rounds.get();
        store.accept(new WatchChange.PodUpsert(pod("a")));
        store.accept(new WatchChange.PodDeletion(pod("never")));
        store.accept(new WatchChange.CollectionWatchStart(WatchedCollection.PODS, Instant.now()));
        Seen.await(() -> rounds.get() > until);
        store.accept(new WatchChange.PodUpsert(pod("b")));

        assertThat(seen.until(clusterSnapshot -> clusterSnapshot.unbound().size() == 2).number())
                .isEqualTo(before.number() + 1);
    }

    @Test
    void whatLiesBeyondTheLimitIsSaidUntilItsCollectionIsListedAgain() throws Exception {
        var defaultPeriods = ClusterSnapshotStore.SnapshotPublishingPeriods.USUAL;
        try (var small = new ClusterSnapshotStore(defaultPeriods, Clock.systemUTC(), () -> Duration.ZERO,
                new UnreadableObjectRegistry(), 2); var watched = new Seen(small.snapshots())) {
            small.accept(new WatchChange.NamespaceScopeChange(new VisiblePodScope.AllPods(),
                    List.of(WatchedCollection.NODES, WatchedCollection.PODS)));
            small.accept(new WatchChange.FullListStart(WatchedCollection.PODS));
            small.accept(new WatchChange.WatchedPodListPage(WatchedCollection.PODS,
                    List.of(pod("a"), pod("b"), pod("c")), -1));
            small.accept(new WatchChange.FullListEnd(WatchedCollection.PODS));
            small.accept(new WatchChange.FullListStart(WatchedCollection.NODES));
            small.accept(new WatchChange.FullListEnd(WatchedCollection.NODES));
            small.accept(new WatchChange.PodUpsert(pod("d")));
            var full = watched.until(later -> later.unread().count() == 2);
            assertThat(full.unbound()).hasSize(2);
            assertThat(full.unread().lines()).containsExactly(
                    "2 Pod objects could not be read: s/c: Tessera keeps only 2 objects of this kind; s/d: Tessera "
                            + "keeps only 2 objects of this kind");

            small.accept(new WatchChange.FullListStart(WatchedCollection.PODS));
            small.accept(new WatchChange.WatchedPodListPage(WatchedCollection.PODS, List.of(pod("a")), -1));
            small.accept(new WatchChange.FullListEnd(WatchedCollection.PODS));
            watched.until(later -> later.unread().isEmpty());
        }
    }

    @Test
    void aFirstListThatBeginsAgainForgetsWhatItNamesNoMore() throws Exception {
        store.accept(new WatchChange.SessionStatusOverrideEnd(Instant.now()));
        store.accept(new WatchChange.FullListStart(WatchedCollection.PODS));
        store.accept(new WatchChange.WatchedPodListPage(WatchedCollection.PODS, List.of(pod("a"), pod("b")), 5));
        seen.until(clusterSnapshot -> clusterSnapshot.unbound().size() == 2);

        store.accept(new WatchChange.FullListStart(WatchedCollection.PODS));
        store.accept(new WatchChange.WatchedPodListPage(WatchedCollection.PODS, List.of(pod("a")), 0));
        store.accept(new WatchChange.FullListEnd(WatchedCollection.PODS));

        assertThat(seen.until(clusterSnapshot -> clusterSnapshot.unbound().size() == 1).unbound())
                .extracting(PodSummary::name).containsExactly("a");
    }

    @Test
    void theEndOfAListIsShownBeforeTheLoadingPeriodEnds() throws Exception {
        var hour = Duration.ofHours(1);
        try (var loading = new ClusterSnapshotStore(
                new ClusterSnapshotStore.SnapshotPublishingPeriods(Duration.ofMillis(1), hour, hour), Clock.systemUTC(),
                () -> Duration.ZERO, new UnreadableObjectRegistry()); var watched = new Seen(loading.snapshots())) {
            loading.accept(new WatchChange.SessionStatusOverrideEnd(Instant.now()));
            loading.accept(new WatchChange.FullListStart(WatchedCollection.PODS));
            loading.accept(new WatchChange.WatchedPodListPage(WatchedCollection.PODS, List.of(pod("a")), 1));
            watched.until(clusterSnapshot -> clusterSnapshot.unbound().size() == 1);

            loading.accept(new WatchChange.WatchedPodListPage(WatchedCollection.PODS, List.of(pod("b")), 0));
            loading.accept(new WatchChange.FullListEnd(WatchedCollection.PODS));
            watched.until(clusterSnapshot -> clusterSnapshot.unbound().size() == 2);
        }
    }

    @Test
    void aLossTurnsStaleByItselfWhenPatienceEnds() throws Exception {
        follow();
        var almost = Instant.now().minusSeconds(60).plusMillis(500);
        store.accept(new WatchChange.CollectionContactLoss(WatchedCollection.PODS, WHY, almost, 1, Instant.now()));

        assertThat(seen.connection(SessionConnectionStatus.InterruptedConnection.class).lastContactAt())
                .isEqualTo(almost);
        assertThat(seen.connection(SessionConnectionStatus.StaleConnection.class).lastContactAt()).isEqualTo(almost);
        assertThat(store.snapshots().get().podHealth())
                .isEqualTo(new SnapshotCollectionHealth.StaleCollection(almost, WHY));
        assertThat(store.snapshots().get().nodeHealth()).isEqualTo(new SnapshotCollectionHealth.LiveCollection());
    }

    @Test
    void theFirstOfSeveralLossesSaysSinceWhenAndTheLatestSaysWhen() throws Exception {
        follow();
        var lost = Instant.now().minusSeconds(5);
        var next = Instant.now().plusSeconds(30);
        store.accept(new WatchChange.CollectionContactLoss(WatchedCollection.PODS, WHY, lost, 1, next));
        store.accept(new WatchChange.CollectionContactLoss(WatchedCollection.PODS, WHY, lost.plusSeconds(3), 2,
                next.plusSeconds(9)));

        var state = (SessionConnectionStatus.InterruptedConnection) seen.until(clusterSnapshot -> clusterSnapshot
                .connection() instanceof SessionConnectionStatus.InterruptedConnection lately && lately.attempt() == 2)
                .connection();
        assertThat(state)
                .isEqualTo(new SessionConnectionStatus.InterruptedConnection(WHY, lost, 2, next.plusSeconds(9)));
    }

    @Test
    void severalNamespacesAreAsGoodAsTheWorst() throws Exception {
        store.accept(new WatchChange.NamespaceScopeChange(new VisiblePodScope.NamespacedScope(List.of("a", "b"), WHY),
                List.of(WatchedCollection.NODES, WatchedCollection.podsOf("a"), WatchedCollection.podsOf("b"))));
        store.accept(new WatchChange.SessionStatusOverrideEnd(Instant.now()));
        store.accept(new WatchChange.WatchedPodListPage(WatchedCollection.podsOf("a"), List.of(pod("x")), 10));
        store.accept(new WatchChange.WatchedPodListPage(WatchedCollection.podsOf("b"), List.of(pod("y")), 5));

        seen.until(clusterSnapshot -> clusterSnapshot.podHealth()
                .equals(new SnapshotCollectionHealth.LoadingCollection(2, 15)));
        store.accept(new WatchChange.FullListEnd(WatchedCollection.podsOf("a")));
        seen.until(clusterSnapshot -> clusterSnapshot.podHealth()
                .equals(new SnapshotCollectionHealth.LoadingCollection(1, 5)));
        store.accept(new WatchChange.FullListEnd(WatchedCollection.podsOf("b")));
        seen.until(
                clusterSnapshot -> clusterSnapshot.podHealth().equals(new SnapshotCollectionHealth.LiveCollection()));
    }

    @Test
    void whoeverBringsTooMuchWaitsAndNothingIsLost() throws Exception {
        follow();
        var bringing = Thread.ofVirtual().start(() -> {
            try {
                for (int i = 0; i < 200_000; i++) {
                    store.accept(new WatchChange.PodUpsert(pod("p" + i % 70_000)));
                }
            } catch (InterruptedException e) {
                // The test is over.
            }
        });
        seen.until(clusterSnapshot -> clusterSnapshot.unbound().size() == 70_000);
        bringing.join();
    }

    @Test
    void aDefectOfWhoeverWatchesIsToldAndTheSnapshotsGoOn() throws Exception {
        follow();
        var defect = new AtomicBoolean(true);
        store.snapshots().observe(() -> {
            if (store.snapshots().get().unbound().size() == 1 && defect.getAndSet(false)) {
                throw new IllegalStateException("a defect");
            }
        });
        store.accept(new WatchChange.PodUpsert(pod("a")));

        assertThat(seen.connection(SessionConnectionStatus.RefusedConnection.class).problem()).satisfies(problem -> {
            assertThat(problem.kind()).isEqualTo(OperationProblemKind.UNEXPECTED);
            assertThat(problem.detail()).contains("a defect");
        });
        follow();
        store.accept(new WatchChange.PodUpsert(pod("b")));
        seen.until(clusterSnapshot -> clusterSnapshot.unbound().size() == 1
                && clusterSnapshot.unbound().getFirst().name().equals("b"));
    }

    @Test
    void aChangeThatCannotBeTakenInIsToldAndTheSnapshotsGoOn() throws Exception {
        follow();
        store.accept(new WatchChange.WatchedPodListPage(WatchedCollection.PODS, Collections.singletonList(null), 0));

        assertThat(seen.connection(SessionConnectionStatus.RefusedConnection.class).problem().kind())
                .isEqualTo(OperationProblemKind.UNEXPECTED);
        follow();
    }
}
