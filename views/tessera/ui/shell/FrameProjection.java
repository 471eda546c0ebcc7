package tessera.ui.shell;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.insight.Fleet;
import tessera.model.Connection;
import tessera.model.Counted;
import tessera.model.PodScope;
import tessera.model.Problem;
import tessera.model.Snapshot;
import tessera.model.SourceHealth;
import tessera.ui.alerts.Found.Urgent;
import tessera.ui.kit.Ages;
import tessera.ui.kit.Glyph;
import tessera.ui.kit.Notice;
import tessera.ui.kit.Numbers;
import tessera.ui.kit.Texts;
import tessera.ui.shell.FrameState.Actions;
import tessera.ui.shell.FrameState.Banner;
import tessera.ui.shell.FrameState.Link;

/** Says in the frame how things stand with the cluster, whatever screen is in sight. No state is silent. */
final class FrameProjection {

    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
    /** Between two things that are told of how fresh what is shown is. */
    static final String BETWEEN = "   ·   ";
    private static final Duration NOTABLE_SKEW = Duration.ofSeconds(30);

    private FrameProjection() {}

    /** @param urgent how much somebody has to do something about */
    static FrameState state(Fleet fleet, FrameQuery query, Urgent urgent) {
        var snapshot = fleet.snapshot();
        var frame = new Times(query);
        var fresh = Stream
                .of(freshness(snapshot, frame), MetricsFreshness.of(fleet, query.prometheus(), query.now()),
                        MetricsFreshness.history(query.prometheus()))
                .filter(words -> !words.isEmpty()).collect(Collectors.joining(BETWEEN));
        return new FrameState(link(snapshot, frame), counts(fleet), fresh,
                banner(snapshot, frame), urgent);
    }

    private record Times(FrameQuery query) {

        String clock(Instant instant) {
            return CLOCK.format(instant.atZone(query.zone()));
        }

        String since(Instant instant) {
            return Ages.brief(Duration.between(instant, query.now()));
        }

        String until(Instant instant) {
            return Ages.brief(Duration.between(query.now(), instant));
        }
    }

    private static Link link(Snapshot snapshot, Times times) {
        boolean answered = answered(snapshot.connection());
        return switch (snapshot.connection()) {
            case Connection.Closed closed -> Notice.stopped(snapshot)
                    ? new Link(Glyph.NONE, "stopped", "Reading was stopped.", Actions.RETRY, answered)
                    : new Link(Glyph.NONE, "not connected", "No cluster is open.", Actions.NONE, answered);
            case Connection.Connecting(var step, var since) -> new Link(Glyph.WAITING, "connecting",
                    "Waiting for %s since %s.".formatted(step, times.since(since)), Actions.CANCEL, answered);
            case Connection.Live(var since) -> new Link(Glyph.READY, "live",
                    "Every change is followed as it happens, since %s.".formatted(times.clock(since)), Actions.NONE,
                    answered);
            case Connection.Reconnecting(var why, var lost, var attempt, var next) ->
                new Link(Glyph.WARNING, "reconnecting", retrying(why, attempt, times.until(next)), Actions.RETRY,
                        answered);
            case Connection.Stale(var why, var lost, var attempt, var next) -> new Link(Glyph.BROKEN,
                    "stale since " + times.clock(lost), retrying(why, attempt, times.until(next)), Actions.RETRY,
                    answered);
            case Connection.Unreachable(var why, var attempt, var next) ->
                new Link(Glyph.BROKEN, "unreachable", retrying(why, attempt, times.until(next)), Actions.RETRY,
                        answered);
            case Connection.CredentialsExpired(var why) ->
                new Link(Glyph.BROKEN, "credentials expired", sentences(why), Actions.RETRY, answered);
            case Connection.Refused(var why) ->
                new Link(Glyph.FORBIDDEN, "not permitted", sentences(why), Actions.RETRY, answered);
        };
    }

    /** Whoever may not list nodes is answered as well, and may be allowed to change something. */
    private static boolean answered(Connection connection) {
        return switch (connection) {
            case Connection.Live _,Connection.Reconnecting _,Connection.Stale _,Connection.Refused _ -> true;
            case Connection.Closed _,Connection.Connecting _,Connection.Unreachable _,Connection.CredentialsExpired _ ->
                false;
        };
    }

    private static String retrying(Problem why, int attempt, String until) {
        return "%s Try %d comes in %s.".formatted(sentences(why), attempt, until);
    }

    private static String sentences(Problem why) {
        var ended = Texts.ended(why.sentence().strip());
        return why.remedy().isEmpty() ? ended : ended + " " + why.remedy();
    }

    private static Optional<Banner> banner(Snapshot snapshot, Times times) {
        return lost(snapshot, times).filter(banner -> !snapshot.nodes().isEmpty()).or(() -> scope(snapshot))
                .or(() -> pods(snapshot)).or(() -> skew(snapshot));
    }

    /** What is on screen while the connection is not live must never be taken for the present. */
    private static Optional<Banner> lost(Snapshot snapshot, Times times) {
        var seen = age(snapshot, times);
        return switch (snapshot.connection()) {
            case Connection.Live live -> Optional.empty();
            case Connection.Closed closed ->
                Optional.of(new Banner(Glyph.WARNING, "Reading was stopped. " + seen + ".", "", Actions.RETRY));
            case Connection.Connecting(var step, var since) -> Optional
                    .of(new Banner(Glyph.WARNING, "Waiting for %s. %s.".formatted(step, seen), "", Actions.NONE));
            case Connection.Reconnecting(var why, var since, var attempt, var next) -> Optional.of(new Banner(
                    Glyph.WARNING, "%s. What you see is %s old; try %d comes in %s.".formatted(why.headline(),
                            times.since(since), attempt, times.until(next)),
                    why.detail(), Actions.RETRY));
            case Connection.Stale(var why, var since, var attempt, var next) -> Optional.of(new Banner(Glyph.BROKEN,
                    "Stale: this was true at %s, %s ago. %s; try %d comes in %s.".formatted(times.clock(since),
                            times.since(since), why.headline(), attempt, times.until(next)),
                    why.detail(), Actions.RETRY));
            case Connection.Unreachable(var why, var attempt, var next) -> Optional.of(new Banner(Glyph.BROKEN,
                    "%s. %s; try %d comes in %s.".formatted(why.headline(), seen, attempt, times.until(next)),
                    why.detail(), Actions.RETRY));
            case Connection.CredentialsExpired(var why) -> Optional.of(waiting(why, seen));
            case Connection.Refused(var why) -> Optional.of(waiting(why, seen));
        };
    }

    private static Banner waiting(Problem why, String seen) {
        return new Banner(Glyph.BROKEN, "%s. %s. %s".formatted(why.headline(), seen, why.remedy()).strip(),
                why.detail(), Actions.RETRY);
    }

    private static String age(Snapshot snapshot, Times times) {
        if (snapshot.nodeHealth() instanceof SourceHealth.Stale(var since, var why)) {
            return "What you see is %s old".formatted(times.since(since));
        }
        return snapshot.nodeHealth() instanceof SourceHealth.Loading
                || snapshot.podHealth() instanceof SourceHealth.Loading
                        ? "What you see is not yet complete"
                        : "What you see was read %s ago".formatted(times.since(snapshot.at()));
    }

    private static Optional<Banner> scope(Snapshot snapshot) {
        return snapshot.podScope() instanceof PodScope.Only(var namespaces, var why) && !namespaces.isEmpty()
                && !snapshot.nodes().isEmpty()
                        ? Optional.of(new Banner(Glyph.WARNING,
                                "Only the pods of %s may be listed, so whatever is allocated is at least so much (≥)."
                                        .formatted(Numbers.of(namespaces.size(), "namespace")),
                                why.detail(), Actions.NONE))
                        : Optional.empty();
    }

    private static Optional<Banner> pods(Snapshot snapshot) {
        return snapshot.podHealth() instanceof SourceHealth.Absent(var why) && !snapshot.nodes().isEmpty()
                ? Optional.of(new Banner(Glyph.FORBIDDEN,
                        why.headline() + ". What the GPUs are allocated to is not known.", why.detail(),
                        Actions.RETRY))
                : Optional.empty();
    }

    private static Optional<Banner> skew(Snapshot snapshot) {
        return snapshot.clockSkew().abs().compareTo(NOTABLE_SKEW) > 0
                ? Optional.of(new Banner(Glyph.WARNING,
                        "This machine's clock is %s %s the cluster's; ages are corrected by that.".formatted(
                                Ages.brief(snapshot.clockSkew().abs()),
                                snapshot.clockSkew().isNegative() ? "ahead of" : "behind"),
                        "", Actions.NONE))
                : Optional.empty();
    }

    private static String counts(Fleet fleet) {
        if (fleet.snapshot().nodes().isEmpty()) {
            return "";
        }
        boolean complete = fleet.snapshot().allocationComplete();
        return "GPU nodes %s  ·  GPUs %s  ·  GPU pods %s".formatted(Numbers.count(fleet.nodes().size()),
                Numbers.count(fleet.tally().total()),
                fleet.snapshot().podHealth() instanceof SourceHealth.Absent
                        ? "unknown"
                        : Numbers.atLeast(fleet.holders().count() + fleet.waiting().size(), complete));
    }

    private static String freshness(Snapshot snapshot, Times times) {
        var nodes = health(snapshot, snapshot.nodeHealth(), times);
        var pods = health(snapshot, snapshot.podHealth(), times);
        var seen = whose(snapshot.podScope());
        return nodes.equals(pods) && seen.equals("pods") ? "objects: " + nodes
                : "nodes: " + nodes + BETWEEN + seen + ": " + pods;
    }

    /** Who sees only some of them would else take these for all. */
    private static String whose(PodScope scope) {
        return scope instanceof PodScope.Only(var names, _) && !names.isEmpty()
                ? "pods of " + (names.size() == 1 ? names.getFirst() : Counted.of(names.size(), "namespace"))
                : "pods";
    }

    private static String health(Snapshot snapshot, SourceHealth health, Times times) {
        return switch (health) {
            case SourceHealth.Live live -> "live";
            case SourceHealth.Loading(var loaded, var remaining) -> !reads(snapshot.connection())
                    ? loaded == 0 ? "none read" : Numbers.count(loaded) + " read, not all"
                    : remaining < 0
                            ? "reading, %s so far".formatted(Numbers.count(loaded))
                            : "reading, %s of %s".formatted(Numbers.count(loaded), Numbers.count(loaded + remaining));
            case SourceHealth.Stale(var since, var why) -> times.since(since) + " old";
            case SourceHealth.Absent absent -> "not permitted";
        };
    }

    private static boolean reads(Connection connection) {
        return switch (connection) {
            case Connection.Connecting _,Connection.Live _,Connection.Reconnecting _,Connection.Stale _ -> true;
            case Connection.Closed _,Connection.Unreachable _,Connection.CredentialsExpired _,Connection.Refused _ ->
                false;
        };
    }
}
