package tessera.cluster.fleet;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.model.ClusterDraObjects;
import tessera.model.Problem;
import tessera.model.SessionConnectionStatus;
import tessera.model.SnapshotCollectionHealth;
import tessera.text.MessageCatalog;

/**
 * Reducer of the collections' states to the connection status of the session. Time enters only as the moment that is asked
 * about. Used by one thread.
 */
final class SessionConnectionStatusReducer {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(SessionConnectionStatusReducer.class);

    private final Duration timeout;
    private final Map<WatchedCollection, CollectionWatchState> states = new LinkedHashMap<>();
    private SessionConnectionStatus declared = new SessionConnectionStatus.NoConnection();
    private boolean watching;
    private Instant since = Instant.EPOCH;
    private Instant liveSince = Instant.EPOCH;
    private boolean live;
    /** When the server last gave a sign of life while nothing was lost. */
    private Instant contact = Instant.EPOCH;
    private WatchChange.@Nullable OverdueServerAnswer silence;

    /** @param timeout how long after a loss the data still passes for the present */
    SessionConnectionStatusReducer(Duration timeout) {
        this.timeout = timeout;
        states.put(WatchedCollection.NODES, new CollectionWatchState(WatchedCollection.NODES));
        states.put(WatchedCollection.PODS, new CollectionWatchState(WatchedCollection.PODS));
    }

    /** Returns the state of a collection; empty when it is no longer followed. */
    Optional<CollectionWatchState> stateOf(WatchedCollection source) {
        return Optional.ofNullable(states.get(source));
    }

    /** Replaces the set of followed collections. */
    void setCollections(List<WatchedCollection> sources) {
        states.keySet().retainAll(sources);
        sources.forEach(source -> states.computeIfAbsent(source, CollectionWatchState::new));
    }

    /** Sets a session-wide status, while no collection is followed. */
    void declareStatus(SessionConnectionStatus connection, Instant at) {
        declared = connection;
        watching = false;
        live = false;
        var problem = switch (connection) {
            case SessionConnectionStatus.UnreachableCluster unreachableCluster -> unreachableCluster.problem();
            case SessionConnectionStatus.UnauthenticatedConnection expired -> expired.problem();
            case SessionConnectionStatus.RefusedConnection refused -> refused.problem();
            default -> Problem.of(Problem.OperationProblemKind.UNREACHABLE, new ClusterNotFollowed());
        };
        states.values().forEach(state -> state.markAbandoned(problem, at));
    }

    /** Records that the server sent something it was asked for earlier. */
    void markHeard() {
        silence = null;
    }

    void markAnswered(Instant at) {
        silence = null;
        if (currentLosses().isEmpty()) {
            contact = at;
        }
    }

    void markSilent(WatchChange.OverdueServerAnswer owed) {
        silence = owed;
    }

    void startFollowing(Instant now) {
        silence = null;
        watching = true;
        since = now;
        live = false;
        states.values().forEach(CollectionWatchState::restart);
    }

    SessionConnectionStatus connectionStatus(Instant now) {
        if (!watching) {
            return declared;
        }
        var denied = essentialStates().map(CollectionWatchState::denialProblem).filter(Objects::nonNull).toList();
        if (denied.size() == essentialStates().count() && !denied.isEmpty()) {
            return new SessionConnectionStatus.RefusedConnection(denied.getFirst());
        }
        var losses = currentLosses();
        if (!losses.isEmpty()) {
            live = false;
            return lostStatus(losses, now);
        }
        if (silence != null) {
            live = false;
            return silenceStatus(silence, now);
        }
        if (states.entrySet().stream().allMatch(each -> isSettled(each.getKey(), each.getValue()))) {
            liveSince = live ? liveSince : now;
            live = true;
            return new SessionConnectionStatus.LiveConnection(liveSince);
        }
        // A collection that is being opened again after a loss was told as lost; this is the way to the first data.
        if (live) {
            return new SessionConnectionStatus.LiveConnection(liveSince);
        }
        return new SessionConnectionStatus.PendingConnection(MESSAGES.text("wait.lists"), since);
    }

    /** Returns whether a collection needs no more waiting; device collections are not waited for when they cannot be read. */
    private static boolean isSettled(WatchedCollection source, CollectionWatchState state) {
        return state.isFollowed() || state.denialProblem() != null
                || (!source.isEssential() && state.currentLoss() != null);
    }

    private Stream<CollectionWatchState> essentialStates() {
        return states.entrySet().stream().filter(each -> each.getKey().isEssential()).map(Map.Entry::getValue);
    }

    private SessionConnectionStatus lostStatus(List<WatchChange.CollectionContactLoss> losses, Instant now) {
        var first = losses.stream().min(Comparator.comparing(WatchChange.CollectionContactLoss::lastCurrent))
                .orElseThrow();
        var next = losses.stream().map(WatchChange.CollectionContactLoss::nextAttempt).min(Comparator.naturalOrder())
                .orElseThrow();
        var since = lastCurrent(first.lastCurrent());
        if (now.isBefore(since.plus(timeout))) {
            return new SessionConnectionStatus.InterruptedConnection(first.problem(), since, first.attempt(), next);
        }
        return new SessionConnectionStatus.StaleConnection(first.problem(), since, first.attempt(), next);
    }

    private SessionConnectionStatus silenceStatus(WatchChange.OverdueServerAnswer owed, Instant now) {
        var last = lastCurrent(since);
        if (now.isBefore(last.plus(timeout))) {
            return new SessionConnectionStatus.InterruptedConnection(owed.problem(), last, 1, owed.nextAttempt());
        }
        return new SessionConnectionStatus.StaleConnection(owed.problem(), last, 1, owed.nextAttempt());
    }

    /** Returns the later of a time and the last contact: while the server answers and no watch is lost, data is current. */
    private Instant lastCurrent(Instant proved) {
        return proved.isAfter(contact) ? proved : contact;
    }

    /** Returns the time at which the status changes without a new event; empty when it does not. */
    Optional<Instant> nextStatusChange(Instant now) {
        if (!watching) {
            return Optional.empty();
        }
        var lost = currentLosses().stream().map(loss -> lastCurrent(loss.lastCurrent()));
        return Stream.concat(lost, Stream.ofNullable(silence).map(_ -> lastCurrent(since)))
                .map(since -> since.plus(timeout)).filter(now::isBefore).min(Comparator.naturalOrder());
    }

    SnapshotCollectionHealth nodeHealth() {
        return healthOf(WatchedCollection.CollectionKind.NODES);
    }

    SnapshotCollectionHealth podHealth() {
        return healthOf(WatchedCollection.CollectionKind.PODS);
    }

    ClusterDraObjects.DraCollectionsHealth deviceHealth() {
        return new ClusterDraObjects.DraCollectionsHealth(deviceHealth(WatchedCollection.CollectionKind.SLICES),
                deviceHealth(WatchedCollection.CollectionKind.CLASSES),
                deviceHealth(WatchedCollection.CollectionKind.CLAIMS),
                deviceHealth(WatchedCollection.CollectionKind.TAINT_RULES));
    }

    /** Returns the health of a device collection; absent where it is not served or could not be read. */
    private SnapshotCollectionHealth deviceHealth(WatchedCollection.CollectionKind kind) {
        var state = states.get(new WatchedCollection(kind, ""));
        if (state == null) {
            return ClusterDraObjects.UNSERVED;
        }
        var loss = state.currentLoss();
        if (loss != null && !state.isComplete()) {
            return new SnapshotCollectionHealth.UnavailableCollection(loss.problem());
        }
        return state.sourceHealth();
    }

    /** Returns whether a first list is still coming in. */
    boolean isLoading() {
        return states.values().stream().anyMatch(state -> state.loadedObjects() > 0 && !state.isComplete());
    }

    private SnapshotCollectionHealth healthOf(WatchedCollection.CollectionKind kind) {
        var all = new ArrayList<SnapshotCollectionHealth>();
        states.forEach((source, state) -> {
            if (source.kind() == kind) {
                all.add(state.sourceHealth());
            }
        });
        var worst = worstHealth(all);
        if (silence != null && worst instanceof SnapshotCollectionHealth.LiveCollection) {
            return new SnapshotCollectionHealth.StaleCollection(lastCurrent(since), silence.problem());
        }
        return worst;
    }

    /** Returns the worst health of several collections; the counts of those still loading are added up. */
    private static SnapshotCollectionHealth worstHealth(Collection<SnapshotCollectionHealth> all) {
        int loaded = 0;
        long remaining = 0;
        boolean loading = false;
        SnapshotCollectionHealth.StaleCollection oldest = null;
        SnapshotCollectionHealth.UnavailableCollection absent = null;
        for (var health : all) {
            switch (health) {
                case SnapshotCollectionHealth.LiveCollection _ -> {
                    // As it should be.
                }
                case SnapshotCollectionHealth.LoadingCollection coming -> {
                    loading = true;
                    loaded += coming.loaded();
                    remaining = coming.remaining() < 0 || remaining < 0 ? -1 : remaining + coming.remaining();
                }
                case SnapshotCollectionHealth.StaleCollection stale -> {
                    if (oldest == null || stale.since().isBefore(oldest.since())) {
                        oldest = stale;
                    }
                }
                case SnapshotCollectionHealth.UnavailableCollection missing -> absent = missing;
            }
        }
        if (absent != null) {
            return absent;
        }
        if (loading || all.isEmpty()) {
            return new SnapshotCollectionHealth.LoadingCollection(loaded, all.isEmpty() ? -1 : remaining);
        }
        return Objects.requireNonNullElseGet(oldest, SnapshotCollectionHealth.LiveCollection::new);
    }

    private List<WatchChange.CollectionContactLoss> currentLosses() {
        return essentialStates().map(CollectionWatchState::currentLoss).filter(Objects::nonNull).toList();
    }
}
