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
import tessera.model.DeviceInventory;
import tessera.model.Problem;
import tessera.model.SessionConnection;
import tessera.model.SourceHealth;

/**
 * Where a session stands, from where each of its collections stands. Time enters only as the moment that is asked
 * about. Used by one thread.
 */
final class SessionStateReducer {

    private static final String FIRST_LISTS = "the nodes and pods";

    private final Duration patience;
    private final Map<WatchedCollection, SourceState> states = new LinkedHashMap<>();
    private SessionConnection declared = new SessionConnection.ClosedConnection();
    private boolean following;
    private Instant since = Instant.EPOCH;
    private Instant liveSince = Instant.EPOCH;
    private boolean live;
    /** When the server last gave a sign of life while nothing was lost. */
    private Instant contact = Instant.EPOCH;
    private WatchChange.@Nullable ServerSilent silence;

    /** @param patience how long after a loss the data still passes for the present */
    SessionStateReducer(Duration patience) {
        this.patience = patience;
        states.put(WatchedCollection.NODES, new SourceState(WatchedCollection.NODES));
        states.put(WatchedCollection.PODS, new SourceState(WatchedCollection.PODS));
    }

    /** The collection's state; empty when it is no longer followed. */
    Optional<SourceState> state(WatchedCollection source) {
        return Optional.ofNullable(states.get(source));
    }

    /** From now on exactly these are followed. */
    void scope(List<WatchedCollection> sources) {
        states.keySet().retainAll(sources);
        sources.forEach(source -> states.computeIfAbsent(source, SourceState::new));
    }

    /** The session stands apart from its collections, which nobody follows meanwhile. */
    void declare(SessionConnection connection, Instant at) {
        declared = connection;
        following = false;
        live = false;
        var why = switch (connection) {
            case SessionConnection.Unreachable unreachable -> unreachable.why();
            case SessionConnection.CredentialsExpired expired -> expired.why();
            case SessionConnection.RefusedConnection refused -> refused.why();
            default -> Problem.of(Problem.ProblemKind.UNREACHABLE, "The cluster is not being followed");
        };
        states.values().forEach(state -> state.abandoned(why, at));
    }

    /** The server spoke of something it was asked before. */
    void heard() {
        silence = null;
    }

    void answered(Instant at) {
        silence = null;
        if (losses().isEmpty() && at.isAfter(contact)) {
            contact = at;
        }
    }

    void silent(WatchChange.ServerSilent owed) {
        silence = owed;
    }

    void follow(Instant now) {
        silence = null;
        following = true;
        since = now;
        live = false;
        states.values().forEach(SourceState::beginAnew);
    }

    SessionConnection connection(Instant now) {
        if (!following) {
            return declared;
        }
        var denied = essential().map(SourceState::denial).filter(Objects::nonNull).toList();
        if (denied.size() == essential().count() && !denied.isEmpty()) {
            return new SessionConnection.RefusedConnection(denied.getFirst());
        }
        var losses = losses();
        if (!losses.isEmpty()) {
            live = false;
            return lost(losses, now);
        }
        if (silence != null) {
            live = false;
            return silence(silence, now);
        }
        if (states.entrySet().stream().allMatch(each -> settled(each.getKey(), each.getValue()))) {
            liveSince = live ? liveSince : now;
            live = true;
            return new SessionConnection.LiveConnection(liveSince);
        }
        // A collection that is being opened again after a loss was told as lost; this is the way to the first data.
        return live ? new SessionConnection.LiveConnection(liveSince)
                : new SessionConnection.ConnectingSession(FIRST_LISTS, since);
    }

    /** Devices that are claimed are waited for, too, but nobody is kept waiting where they are not to be had. */
    private static boolean settled(WatchedCollection source, SourceState state) {
        return state.isFollowed() || state.denial() != null || (!source.essential() && state.loss() != null);
    }

    private Stream<SourceState> essential() {
        return states.entrySet().stream().filter(each -> each.getKey().essential()).map(Map.Entry::getValue);
    }

    private SessionConnection lost(List<WatchChange.ContactLost> losses, Instant now) {
        var first = losses.stream().min(Comparator.comparing(WatchChange.ContactLost::current)).orElseThrow();
        var next = losses.stream().map(WatchChange.ContactLost::next).min(Comparator.naturalOrder()).orElseThrow();
        var since = later(first.current());
        return now.isBefore(since.plus(patience))
                ? new SessionConnection.ReconnectingSession(first.why(), since, first.attempt(), next)
                : new SessionConnection.StaleConnection(first.why(), since, first.attempt(), next);
    }

    private SessionConnection silence(WatchChange.ServerSilent owed, Instant now) {
        var last = later(since);
        return now.isBefore(last.plus(patience))
                ? new SessionConnection.ReconnectingSession(owed.why(), last, 1, owed.next())
                : new SessionConnection.StaleConnection(owed.why(), last, 1, owed.next());
    }

    /** Watches are silent by nature: while the server answered and none of them was lost, what they told was current. */
    private Instant later(Instant proved) {
        return proved.isAfter(contact) ? proved : contact;
    }

    /** When the connection will be another although nothing happens; empty when it will not. */
    Optional<Instant> turningPoint(Instant now) {
        if (!following) {
            return Optional.empty();
        }
        var lost = losses().stream().map(loss -> later(loss.current()));
        return Stream.concat(lost, Stream.ofNullable(silence).map(_ -> later(since))).map(since -> since.plus(patience))
                .filter(now::isBefore).min(Comparator.naturalOrder());
    }

    SourceHealth nodeHealth() {
        return health(WatchedCollection.CollectionKind.NODES);
    }

    SourceHealth podHealth() {
        return health(WatchedCollection.CollectionKind.PODS);
    }

    DeviceInventory.Collections deviceHealth() {
        return new DeviceInventory.Collections(deviceHealth(WatchedCollection.CollectionKind.SLICES),
                deviceHealth(WatchedCollection.CollectionKind.CLASSES),
                deviceHealth(WatchedCollection.CollectionKind.CLAIMS));
    }

    /** Where nobody asks for them, or they were asked for in vain, nobody is to wait for them. */
    private SourceHealth deviceHealth(WatchedCollection.CollectionKind kind) {
        var state = states.get(new WatchedCollection(kind, ""));
        if (state == null) {
            return DeviceInventory.UNSERVED;
        }
        var loss = state.loss();
        return loss != null && !state.isComplete() ? new SourceHealth.Absent(loss.why()) : state.health();
    }

    /** Whether a first list is still coming in. */
    boolean loading() {
        return states.values().stream().anyMatch(state -> state.loaded() > 0 && !state.isComplete());
    }

    private SourceHealth health(WatchedCollection.CollectionKind kind) {
        var all = new ArrayList<SourceHealth>();
        states.forEach((source, state) -> {
            if (source.kind() == kind) {
                all.add(state.health());
            }
        });
        var worst = worst(all);
        return silence != null && worst instanceof SourceHealth.LiveSource
                ? new SourceHealth.StaleSource(later(since), silence.why())
                : worst;
    }

    /** Several collections are as good as the worst of them; what is still coming in is added up. */
    private static SourceHealth worst(Collection<SourceHealth> all) {
        int loaded = 0;
        long remaining = 0;
        boolean loading = false;
        SourceHealth.StaleSource oldest = null;
        SourceHealth.Absent absent = null;
        for (var health : all) {
            switch (health) {
                case SourceHealth.LiveSource _ -> {
                    // As it should be.
                }
                case SourceHealth.LoadingSource coming -> {
                    loading = true;
                    loaded += coming.loaded();
                    remaining = coming.remaining() < 0 || remaining < 0 ? -1 : remaining + coming.remaining();
                }
                case SourceHealth.StaleSource stale -> oldest = oldest == null || stale.since().isBefore(oldest.since())
                        ? stale
                        : oldest;
                case SourceHealth.Absent missing -> absent = missing;
            }
        }
        if (absent != null) {
            return absent;
        }
        if (loading || all.isEmpty()) {
            return new SourceHealth.LoadingSource(loaded, all.isEmpty() ? -1 : remaining);
        }
        return oldest != null ? oldest : new SourceHealth.LiveSource();
    }

    private List<WatchChange.ContactLost> losses() {
        return essential().map(SourceState::loss).filter(Objects::nonNull).toList();
    }
}
