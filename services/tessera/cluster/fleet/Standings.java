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
import tessera.model.Connection;
import tessera.model.DeviceInventory;
import tessera.model.Problem;
import tessera.model.SourceHealth;

/**
 * Where a session stands, from where each of its collections stands. Time enters only as the moment that is asked
 * about. Used by one thread.
 */
final class Standings {

    private static final String FIRST_LISTS = "the nodes and pods";

    private final Duration patience;
    private final Map<Source, SourceState> states = new LinkedHashMap<>();
    private Connection declared = new Connection.Closed();
    private boolean following;
    private Instant since = Instant.EPOCH;
    private Instant liveSince = Instant.EPOCH;
    private boolean live;
    /** When the server last gave a sign of life while nothing was lost. */
    private Instant contact = Instant.EPOCH;
    private Change.@Nullable Silent silence;

    /** @param patience how long after a loss the data still passes for the present */
    Standings(Duration patience) {
        this.patience = patience;
        states.put(Source.NODES, new SourceState(Source.NODES));
        states.put(Source.PODS, new SourceState(Source.PODS));
    }

    /** The collection's state; empty when it is no longer followed. */
    Optional<SourceState> state(Source source) {
        return Optional.ofNullable(states.get(source));
    }

    /** From now on exactly these are followed. */
    void scope(List<Source> sources) {
        states.keySet().retainAll(sources);
        sources.forEach(source -> states.computeIfAbsent(source, SourceState::new));
    }

    /** The session stands apart from its collections, which nobody follows meanwhile. */
    void declare(Connection connection, Instant at) {
        declared = connection;
        following = false;
        live = false;
        var why = switch (connection) {
            case Connection.Unreachable unreachable -> unreachable.why();
            case Connection.CredentialsExpired expired -> expired.why();
            case Connection.Refused refused -> refused.why();
            default -> Problem.of(Problem.Kind.UNREACHABLE, "The cluster is not being followed");
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

    void silent(Change.Silent owed) {
        silence = owed;
    }

    void follow(Instant now) {
        silence = null;
        following = true;
        since = now;
        live = false;
        states.values().forEach(SourceState::beginAnew);
    }

    Connection connection(Instant now) {
        if (!following) {
            return declared;
        }
        var denied = essential().map(SourceState::denial).filter(Objects::nonNull).toList();
        if (denied.size() == essential().count() && !denied.isEmpty()) {
            return new Connection.Refused(denied.getFirst());
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
            return new Connection.Live(liveSince);
        }
        // A collection that is being opened again after a loss was told as lost; this is the way to the first data.
        return live ? new Connection.Live(liveSince) : new Connection.Connecting(FIRST_LISTS, since);
    }

    /** Devices that are claimed are waited for, too, but nobody is kept waiting where they are not to be had. */
    private static boolean settled(Source source, SourceState state) {
        return state.isFollowed() || state.denial() != null || (!source.essential() && state.loss() != null);
    }

    private Stream<SourceState> essential() {
        return states.entrySet().stream().filter(each -> each.getKey().essential()).map(Map.Entry::getValue);
    }

    private Connection lost(List<Change.Lost> losses, Instant now) {
        var first = losses.stream().min(Comparator.comparing(Change.Lost::current)).orElseThrow();
        var next = losses.stream().map(Change.Lost::next).min(Comparator.naturalOrder()).orElseThrow();
        var since = later(first.current());
        return now.isBefore(since.plus(patience))
                ? new Connection.Reconnecting(first.why(), since, first.attempt(), next)
                : new Connection.Stale(first.why(), since, first.attempt(), next);
    }

    private Connection silence(Change.Silent owed, Instant now) {
        var last = later(since);
        return now.isBefore(last.plus(patience)) ? new Connection.Reconnecting(owed.why(), last, 1, owed.next())
                : new Connection.Stale(owed.why(), last, 1, owed.next());
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
        return health(Source.Kind.NODES);
    }

    SourceHealth podHealth() {
        return health(Source.Kind.PODS);
    }

    DeviceInventory.Collections deviceHealth() {
        return new DeviceInventory.Collections(deviceHealth(Source.Kind.SLICES), deviceHealth(Source.Kind.CLASSES),
                deviceHealth(Source.Kind.CLAIMS));
    }

    /** Where nobody asks for them, or they were asked for in vain, nobody is to wait for them. */
    private SourceHealth deviceHealth(Source.Kind kind) {
        var state = states.get(new Source(kind, ""));
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

    private SourceHealth health(Source.Kind kind) {
        var all = new ArrayList<SourceHealth>();
        states.forEach((source, state) -> {
            if (source.kind() == kind) {
                all.add(state.health());
            }
        });
        var worst = worst(all);
        return silence != null && worst instanceof SourceHealth.Live
                ? new SourceHealth.Stale(later(since), silence.why())
                : worst;
    }

    /** Several collections are as good as the worst of them; what is still coming in is added up. */
    private static SourceHealth worst(Collection<SourceHealth> all) {
        int loaded = 0;
        long remaining = 0;
        boolean loading = false;
        SourceHealth.Stale oldest = null;
        SourceHealth.Absent absent = null;
        for (var health : all) {
            switch (health) {
                case SourceHealth.Live _ -> {
                    // As it should be.
                }
                case SourceHealth.Loading coming -> {
                    loading = true;
                    loaded += coming.loaded();
                    remaining = coming.remaining() < 0 || remaining < 0 ? -1 : remaining + coming.remaining();
                }
                case SourceHealth.Stale stale -> oldest = oldest == null || stale.since().isBefore(oldest.since())
                        ? stale
                        : oldest;
                case SourceHealth.Absent missing -> absent = missing;
            }
        }
        if (absent != null) {
            return absent;
        }
        if (loading || all.isEmpty()) {
            return new SourceHealth.Loading(loaded, all.isEmpty() ? -1 : remaining);
        }
        return oldest != null ? oldest : new SourceHealth.Live();
    }

    private List<Change.Lost> losses() {
        return essential().map(SourceState::loss).filter(Objects::nonNull).toList();
    }
}
