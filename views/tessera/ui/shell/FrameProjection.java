package tessera.ui.shell;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.insight.GpuFleet;
import tessera.model.Plurals;
import tessera.model.PodScope;
import tessera.model.Problem;
import tessera.model.SessionConnection;
import tessera.model.Snapshot;
import tessera.model.SourceHealth;
import tessera.ui.alerts.ActiveAlerts.Urgent;
import tessera.ui.kit.AgeText;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.ScreenNotice;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.shell.FrameState.Banner;
import tessera.ui.shell.FrameState.ConnectionActions;
import tessera.ui.shell.FrameState.ConnectionChip;

/** Says in the frame how things stand with the cluster, whatever screen is in sight. No state is silent. */
final class FrameProjection {

    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
    /** Between two things that are told of how fresh what is shown is. */
    static final String BETWEEN = "   ·   ";
    private static final Duration NOTABLE_SKEW = Duration.ofSeconds(30);

    private FrameProjection() {}

    /** @param urgent how much somebody has to do something about */
    static FrameState state(GpuFleet fleet, FrameQuery query, Urgent urgent) {
        var snapshot = fleet.snapshot();
        var frame = new FrameTimes(query);
        var fresh = Stream
                .of(freshness(snapshot, frame), MetricsFreshness.of(fleet, query.prometheus(), query.now()),
                        MetricsFreshness.history(query.prometheus()))
                .filter(words -> !words.isEmpty()).collect(Collectors.joining(BETWEEN));
        return new FrameState(link(snapshot, frame), counts(fleet), fresh,
                banner(snapshot, frame), urgent);
    }

    private record FrameTimes(FrameQuery query) {

        String clock(Instant instant) {
            return CLOCK.format(instant.atZone(query.zone()));
        }

        String since(Instant instant) {
            return AgeText.brief(Duration.between(instant, query.now()));
        }

        String until(Instant instant) {
            return AgeText.brief(Duration.between(query.now(), instant));
        }
    }

    private static ConnectionChip link(Snapshot snapshot, FrameTimes times) {
        boolean answered = answered(snapshot.connection());
        return switch (snapshot.connection()) {
            case SessionConnection.ClosedConnection closed -> ScreenNotice.stopped(snapshot)
                    ? new ConnectionChip(StatusGlyph.NONE, "stopped", "Reading was stopped.", ConnectionActions.RETRY,
                            answered)
                    : new ConnectionChip(StatusGlyph.NONE, "not connected", "No cluster is open.",
                            ConnectionActions.NONE, answered);
            case SessionConnection.ConnectingSession(var step, var since) -> new ConnectionChip(StatusGlyph.WAITING,
                    "connecting",
                    "Waiting for %s since %s.".formatted(step, times.since(since)), ConnectionActions.CANCEL, answered);
            case SessionConnection.LiveConnection(var since) -> new ConnectionChip(StatusGlyph.READY, "live",
                    "Every change is followed as it happens, since %s.".formatted(times.clock(since)),
                    ConnectionActions.NONE,
                    answered);
            case SessionConnection.ReconnectingSession(var why, var lost, var attempt, var next) ->
                new ConnectionChip(StatusGlyph.WARNING, "reconnecting", retrying(why, attempt, times.until(next)),
                        ConnectionActions.RETRY,
                        answered);
            case SessionConnection.StaleConnection(var why, var lost, var attempt, var next) ->
                new ConnectionChip(StatusGlyph.BROKEN,
                        "stale since " + times.clock(lost), retrying(why, attempt, times.until(next)),
                        ConnectionActions.RETRY,
                        answered);
            case SessionConnection.Unreachable(var why, var attempt, var next) ->
                new ConnectionChip(StatusGlyph.BROKEN, "unreachable", retrying(why, attempt, times.until(next)),
                        ConnectionActions.RETRY,
                        answered);
            case SessionConnection.CredentialsExpired(var why) ->
                new ConnectionChip(StatusGlyph.BROKEN, "credentials expired", sentences(why), ConnectionActions.RETRY,
                        answered);
            case SessionConnection.RefusedConnection(var why) ->
                new ConnectionChip(StatusGlyph.FORBIDDEN, "not permitted", sentences(why), ConnectionActions.RETRY,
                        answered);
        };
    }

    /** Whoever may not list nodes is answered as well, and may be allowed to change something. */
    private static boolean answered(SessionConnection connection) {
        return switch (connection) {
            case SessionConnection.LiveConnection _,SessionConnection.ReconnectingSession _,SessionConnection.StaleConnection _,SessionConnection.RefusedConnection _ ->
                true;
            case SessionConnection.ClosedConnection _,SessionConnection.ConnectingSession _,SessionConnection.Unreachable _,SessionConnection.CredentialsExpired _ ->
                false;
        };
    }

    private static String retrying(Problem why, int attempt, String until) {
        return "%s Try %d comes in %s.".formatted(sentences(why), attempt, until);
    }

    private static String sentences(Problem why) {
        var ended = SelectableText.ended(why.sentence().strip());
        return why.remedy().isEmpty() ? ended : ended + " " + why.remedy();
    }

    private static Optional<Banner> banner(Snapshot snapshot, FrameTimes times) {
        return lost(snapshot, times).filter(banner -> !snapshot.nodes().isEmpty()).or(() -> scope(snapshot))
                .or(() -> pods(snapshot)).or(() -> unread(snapshot)).or(() -> skew(snapshot));
    }

    /** What is on screen while the connection is not live must never be taken for the present. */
    private static Optional<Banner> lost(Snapshot snapshot, FrameTimes times) {
        var seen = age(snapshot, times);
        return switch (snapshot.connection()) {
            case SessionConnection.LiveConnection live -> Optional.empty();
            case SessionConnection.ClosedConnection closed ->
                Optional.of(new Banner(StatusGlyph.WARNING, "Reading was stopped. " + seen + ".", "",
                        ConnectionActions.RETRY));
            case SessionConnection.ConnectingSession(var step, var since) -> Optional
                    .of(new Banner(StatusGlyph.WARNING, "Waiting for %s. %s.".formatted(step, seen), "",
                            ConnectionActions.NONE));
            case SessionConnection.ReconnectingSession(var why, var since, var attempt, var next) ->
                Optional.of(new Banner(
                        StatusGlyph.WARNING, "%s. What you see is %s old; try %d comes in %s.".formatted(why.headline(),
                                times.since(since), attempt, times.until(next)),
                        why.detail(), ConnectionActions.RETRY));
            case SessionConnection.StaleConnection(var why, var since, var attempt, var next) ->
                Optional.of(new Banner(StatusGlyph.BROKEN,
                        "Stale: this was true at %s, %s ago. %s; try %d comes in %s.".formatted(times.clock(since),
                                times.since(since), why.headline(), attempt, times.until(next)),
                        why.detail(), ConnectionActions.RETRY));
            case SessionConnection.Unreachable(var why, var attempt, var next) ->
                Optional.of(new Banner(StatusGlyph.BROKEN,
                        "%s. %s; try %d comes in %s.".formatted(why.headline(), seen, attempt, times.until(next)),
                        why.detail(), ConnectionActions.RETRY));
            case SessionConnection.CredentialsExpired(var why) -> Optional.of(waiting(why, seen));
            case SessionConnection.RefusedConnection(var why) -> Optional.of(waiting(why, seen));
        };
    }

    private static Banner waiting(Problem why, String seen) {
        return new Banner(StatusGlyph.BROKEN, "%s. %s. %s".formatted(why.headline(), seen, why.remedy()).strip(),
                why.detail(), ConnectionActions.RETRY);
    }

    private static String age(Snapshot snapshot, FrameTimes times) {
        if (snapshot.nodeHealth() instanceof SourceHealth.StaleSource(var since, var why)) {
            return "What you see is %s old".formatted(times.since(since));
        }
        return snapshot.nodeHealth() instanceof SourceHealth.LoadingSource
                || snapshot.podHealth() instanceof SourceHealth.LoadingSource
                        ? "What you see is not yet complete"
                        : "What you see was read %s ago".formatted(times.since(snapshot.at()));
    }

    private static Optional<Banner> scope(Snapshot snapshot) {
        return snapshot.podScope() instanceof PodScope.NamespacedScope(var namespaces, var why) && !namespaces.isEmpty()
                && !snapshot.nodes().isEmpty()
                        ? Optional.of(new Banner(StatusGlyph.WARNING,
                                "Only the pods of %s may be listed, so whatever is allocated is at least so much (≥)."
                                        .formatted(NumberText.of(namespaces.size(), "namespace")),
                                why.detail(), ConnectionActions.NONE))
                        : Optional.empty();
    }

    private static Optional<Banner> pods(Snapshot snapshot) {
        return snapshot.podHealth() instanceof SourceHealth.Absent(var why) && !snapshot.nodes().isEmpty()
                ? Optional.of(new Banner(StatusGlyph.FORBIDDEN,
                        why.headline() + ". What the GPUs are allocated to is not known.", why.detail(),
                        ConnectionActions.RETRY))
                : Optional.empty();
    }

    private static Optional<Banner> unread(Snapshot snapshot) {
        var unread = snapshot.unread();
        return unread.isEmpty() ? Optional.empty()
                : Optional.of(new Banner(StatusGlyph.WARNING,
                        "%s could not be read, so totals are lower bounds (≥).".formatted(
                                NumberText.of(unread.count(), "object")),
                        String.join("\n", unread.lines()), ConnectionActions.NONE));
    }

    private static Optional<Banner> skew(Snapshot snapshot) {
        return snapshot.clockSkew().abs().compareTo(NOTABLE_SKEW) > 0
                ? Optional.of(new Banner(StatusGlyph.WARNING,
                        "This machine's clock is %s %s the cluster's; ages are corrected by that.".formatted(
                                AgeText.brief(snapshot.clockSkew().abs()),
                                snapshot.clockSkew().isNegative() ? "ahead of" : "behind"),
                        "", ConnectionActions.NONE))
                : Optional.empty();
    }

    private static String counts(GpuFleet fleet) {
        if (fleet.snapshot().nodes().isEmpty()) {
            return "";
        }
        boolean complete = fleet.snapshot().allocationComplete();
        return "GPU nodes %s  ·  GPUs %s  ·  GPU pods %s".formatted(NumberText.count(fleet.nodes().size()),
                NumberText.bounded(fleet.tally().total(), fleet.totalBound(fleet.nodes())),
                fleet.snapshot().podHealth() instanceof SourceHealth.Absent
                        ? "unknown"
                        : NumberText.atLeast(fleet.holders().count() + fleet.waiting().size(), complete));
    }

    private static String freshness(Snapshot snapshot, FrameTimes times) {
        var nodes = health(snapshot, snapshot.nodeHealth(), times);
        var pods = health(snapshot, snapshot.podHealth(), times);
        var seen = whose(snapshot.podScope());
        return nodes.equals(pods) && seen.equals("pods") ? "objects: " + nodes
                : "nodes: " + nodes + BETWEEN + seen + ": " + pods;
    }

    /** Who sees only some of them would else take these for all. */
    private static String whose(PodScope scope) {
        return scope instanceof PodScope.NamespacedScope(var names, _) && !names.isEmpty()
                ? "pods of " + (names.size() == 1 ? names.getFirst() : Plurals.of(names.size(), "namespace"))
                : "pods";
    }

    private static String health(Snapshot snapshot, SourceHealth health, FrameTimes times) {
        return switch (health) {
            case SourceHealth.LiveSource live -> "live";
            case SourceHealth.LoadingSource(var loaded, var remaining) -> !reads(snapshot.connection())
                    ? loaded == 0 ? "none read" : NumberText.count(loaded) + " read, not all"
                    : remaining < 0
                            ? "reading, %s so far".formatted(NumberText.count(loaded))
                            : "reading, %s of %s".formatted(NumberText.count(loaded),
                                    NumberText.count(loaded + remaining));
            case SourceHealth.StaleSource(var since, var why) -> times.since(since) + " old";
            case SourceHealth.Absent absent -> "not permitted";
        };
    }

    private static boolean reads(SessionConnection connection) {
        return switch (connection) {
            case SessionConnection.ConnectingSession _,SessionConnection.LiveConnection _,SessionConnection.ReconnectingSession _,SessionConnection.StaleConnection _ ->
                true;
            case SessionConnection.ClosedConnection _,SessionConnection.Unreachable _,SessionConnection.CredentialsExpired _,SessionConnection.RefusedConnection _ ->
                false;
        };
    }
}
