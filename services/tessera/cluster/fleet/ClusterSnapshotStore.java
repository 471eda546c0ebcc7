package tessera.cluster.fleet;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import tessera.cluster.http.UnreadableObjectRegistry;
import tessera.flow.LatestValue;
import tessera.model.ClusterSnapshot;
import tessera.model.Problem;
import tessera.model.SessionConnectionStatus;
import tessera.model.VisiblePodScope;

/**
 * Store that folds watch changes into snapshots, on its own thread named <em>snapshots</em>. The first change after a quiet time is
 * published at once, and then at most one snapshot a period; a fold costs what changed plus the number of nodes.
 *
 * <p>Changes may come from any thread; one thread's changes are applied in their order. Whoever brings them faster than
 * they can be folded waits.
 */
public final class ClusterSnapshotStore implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(ClusterSnapshotStore.class.getName());
    private static final int MOST_WAITING = 50_000;
    private static final long DEEP_SLEEP = TimeUnit.SECONDS.toNanos(5);

    private final SnapshotPublishingPeriods periods;
    private final Clock clock;
    private final Supplier<Duration> skew;
    private final UnreadableObjectRegistry unread;
    private final KeptObjectLimit limit;
    private final LatestValue<ClusterSnapshot> snapshots;
    private final NodePodIndex fleet;
    private final SessionConnectionStatusReducer standings;
    private VisiblePodScope scope = new VisiblePodScope.AllPods();
    private int publishedRevision;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final Condition folded = lock.newCondition();
    private List<WatchChange> pendingChanges = new ArrayList<>();
    /** Whether the end of a list waits, which is shown sooner than one more page of it. */
    private boolean listEnded;
    private boolean closed;

    /**
     * The shortest periods between snapshots, and the time after which lost data counts as stale.
     *
     * @param period   at most one in such a time
     * @param loadingPeriod  the same while a first list is coming in
     * @param staleAfter how long after a loss the data still passes for the present
     */
    public record SnapshotPublishingPeriods(Duration period, Duration loadingPeriod, Duration staleAfter) {

        public static final SnapshotPublishingPeriods USUAL = new SnapshotPublishingPeriods(Duration.ofMillis(60),
                Duration.ofMillis(250), Duration.ofSeconds(15));
    }

    /**
     * An empty store.
     *
     * @param skew   how far the server's clock is ahead, asked for every snapshot
     * @param unread what could not be read, or is not kept
     */
    public ClusterSnapshotStore(SnapshotPublishingPeriods periods, Clock clock, Supplier<Duration> skew,
            UnreadableObjectRegistry unread) {
        this(periods, clock, skew, unread, WatchedCollection.MOST_OBJECTS);
    }

    /**
     * An empty store with a limit of its own.
     *
     * @param maximum how many objects of a kind are kept
     */
    ClusterSnapshotStore(SnapshotPublishingPeriods periods, Clock clock, Supplier<Duration> skew,
            UnreadableObjectRegistry unread, int maximum) {
        this.periods = periods;
        this.clock = clock;
        this.skew = skew;
        this.unread = unread;
        limit = new KeptObjectLimit(unread, maximum);
        fleet = new NodePodIndex(limit);
        standings = new SessionConnectionStatusReducer(periods.staleAfter());
        snapshots = new LatestValue<>(ClusterSnapshot.empty(clock.instant()));
        Thread.ofPlatform().name("snapshots").daemon().start(this::run);
    }

    public LatestValue<ClusterSnapshot> snapshots() {
        return snapshots;
    }

    /** Queues a change; changes that come after closing are dropped. */
    public void accept(WatchChange change) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (pendingChanges.size() >= MOST_WAITING && !closed) {
                folded.await();
            }
            if (!closed) {
                pendingChanges.add(change);
                listEnded |= change instanceof WatchChange.FullListEnd;
                arrived.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /** What was accepted before is still published. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            arrived.signal();
            folded.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        long published = System.nanoTime() - TimeUnit.DAYS.toNanos(1);
        try {
            while (true) {
                var changes = takeChanges(published);
                changes.forEach(this::foldChange);
                if (tryPublish()) {
                    published = System.nanoTime();
                }
                if (changes.isEmpty() && isFinished()) {
                    return;
                }
            }
        } catch (InterruptedException _) {
            // Nobody interrupts this thread but a process that ends.
        }
    }

    private boolean isFinished() {
        lock.lock();
        try {
            return closed && pendingChanges.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Waits for changes, for the end of the publishing period, and for the moment the connection status changes by itself. */
    private List<WatchChange> takeChanges(long published) throws InterruptedException {
        boolean loading = standings.isLoading();
        var now = clock.instant();
        long turn = standings.nextStatusChange(now).map(at -> Math.max(1, Duration.between(now, at).toNanos()))
                .orElse(DEEP_SLEEP);
        lock.lockInterruptibly();
        try {
            long remaining = Math.min(turn, DEEP_SLEEP);
            while (pendingChanges.isEmpty() && !closed && remaining > 0) {
                remaining = arrived.awaitNanos(remaining);
            }
            long due = untilDue(published, loading);
            while (due > 0 && !closed && !pendingChanges.isEmpty()) {
                arrived.awaitNanos(due);
                due = untilDue(published, loading);
            }
            listEnded = false;
            var changes = pendingChanges;
            pendingChanges = new ArrayList<>();
            folded.signalAll();
            return changes;
        } finally {
            lock.unlock();
        }
    }

    private long untilDue(long published, boolean loading) {
        var period = loading && !listEnded ? periods.loadingPeriod() : periods.period();
        return published + period.toNanos() - System.nanoTime();
    }

    private void foldChange(WatchChange change) {
        try {
            applyChange(change);
        } catch (RuntimeException e) {
            giveUp(SnapshotDefect.CHANGE_FAILED, e);
        }
    }

    private boolean tryPublish() {
        try {
            return publishSnapshot();
        } catch (RuntimeException e) {
            giveUp(SnapshotDefect.SNAPSHOT_FAILED, e);
        }
        try {
            publishSnapshot();
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "snapshot failed", e);
        }
        return true;
    }

    /** Marks the session as refused after a defect: the snapshot may be wrong until everything is read again. */
    private void giveUp(SnapshotDefect reason, RuntimeException defect) {
        LOG.log(System.Logger.Level.ERROR, reason.code(), defect);
        var problem = new Problem(Problem.OperationProblemKind.UNEXPECTED, reason, defect.toString());
        standings.declareStatus(new SessionConnectionStatus.RefusedConnection(problem), clock.instant());
    }

    private void applyChange(WatchChange change) {
        switch (change) {
            case WatchChange.FullListStart(var source) -> {
                limit.forgetUnread(source);
                standings.stateOf(source).ifPresent(state -> state.beginList(fleet));
            }
            case WatchChange.WatchedNodeListPage(var source, var nodes, var remaining) ->
                standings.stateOf(source).ifPresent(state -> state.addNodes(nodes, remaining, fleet));
            case WatchChange.WatchedPodListPage(var source, var pods, var remaining) ->
                standings.stateOf(source).ifPresent(state -> state.addPods(pods, remaining, fleet));
            case WatchChange.WatchedDraObjectListPage(var source, var objects, var remaining) ->
                standings.stateOf(source).ifPresent(state -> state.addDevices(objects, remaining, fleet));
            case WatchChange.DraObjectUpsert(var object) -> fleet.devices().update(object, clock.instant());
            case WatchChange.DraObjectDeletion(var object) -> fleet.devices().forget(object);
            case WatchChange.DraVersionChange(var version, var server) -> fleet.devices().setServed(version, server);
            case WatchChange.FullListEnd(var source) ->
                standings.stateOf(source).ifPresent(state -> state.endList(fleet));
            case WatchChange.NodeUpsert(var node) -> fleet.addNode(node);
            case WatchChange.NodeDeletion(var name) -> fleet.forgetNode(name);
            case WatchChange.PodUpsert(var pod) -> fleet.addPod(pod);
            case WatchChange.PodDeletion(var pod) -> fleet.deletePod(pod, clock.instant());
            case WatchChange.CollectionWatchStart(var source, _) -> {
                standings.markHeard();
                standings.stateOf(source).ifPresent(CollectionWatchState::markFollowed);
            }
            case WatchChange.ServerResponseArrival(var at) -> standings.markAnswered(at);
            case WatchChange.OverdueServerAnswer silence -> standings.markSilent(silence);
            case WatchChange.CollectionContactLoss contactLoss ->
                standings.stateOf(contactLoss.source()).ifPresent(state -> state.markLost(contactLoss));
            case WatchChange.CollectionAccessDenial(var source, var problem) -> deny(source, problem);
            case WatchChange.NamespaceScopeChange(var newScope, var sources) -> rescope(newScope, sources);
            case WatchChange.SessionConnectionStatusChange(var connection, var at) ->
                standings.declareStatus(connection, at);
            case WatchChange.SessionStatusOverrideEnd(var since) -> standings.startFollowing(since);
        }
    }

    private void deny(WatchedCollection source, Problem problem) {
        standings.stateOf(source).ifPresent(state -> {
            state.markDenied(problem);
            if (!source.isEssential()) {
                fleet.setForbidden(source.kind(), problem.kind() == Problem.OperationProblemKind.FORBIDDEN);
            }
        });
    }

    private void rescope(VisiblePodScope newScope, List<WatchedCollection> sources) {
        scope = newScope;
        standings.setCollections(sources);
        limit.setCollections(sources);
        Set<String> namespaces = sources.stream()
                .filter(source -> source.kind() == WatchedCollection.CollectionKind.PODS)
                .map(WatchedCollection::namespace).collect(Collectors.toSet());
        if (!namespaces.contains("")) {
            fleet.retainNamespaces(namespaces);
        }
    }

    private boolean publishSnapshot() {
        var before = snapshots.get();
        Instant now = clock.instant();
        var next = new ClusterSnapshot(before.number() + 1, now, standings.connectionStatus(now),
                standings.nodeHealth(), standings.podHealth(), scope, fleet.nodes(), fleet.unboundPods(), skew.get(),
                fleet.devices().inventory(standings.deviceHealth(), now), unread.current());
        boolean same = fleet.revision() == publishedRevision && next.connection().equals(before.connection())
                && next.nodeHealth().equals(before.nodeHealth()) && next.podHealth().equals(before.podHealth())
                && next.devices().equals(before.devices()) && next.podScope().equals(before.podScope())
                && next.unread().equals(before.unread());
        if (!same) {
            publishedRevision = fleet.revision();
            snapshots.set(next);
        }
        return !same;
    }
}
