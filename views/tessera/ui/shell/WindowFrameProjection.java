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
import tessera.ui.alerts.ActiveAlerts.UrgentCount;
import tessera.ui.kit.AgeText;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.ScreenNotice;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.shell.FrameState.Banner;
import tessera.ui.shell.FrameState.ConnectionActions;
import tessera.ui.shell.FrameState.ConnectionChip;

/** Computes the state of the frame: the cluster's status, whatever screen is shown. No state is silent. */
final class WindowFrameProjection {

    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
    /** Between two things that are told of how fresh what is shown is. */
    static final String BETWEEN = "   ·   ";
    private static final Duration NOTABLE_SKEW = Duration.ofSeconds(30);

    private WindowFrameProjection() {}

    /** @param urgent how much somebody has to do something about */
    static FrameState project(GpuFleet fleet, FrameQuery query, UrgentCount urgent) {
        var snapshot = fleet.snapshot();
        var frame = new FrameTimes(query);
        var fresh = Stream
                .of(freshnessText(snapshot, frame),
                        MetricsFreshness.freshnessText(fleet, query.prometheus(), query.now()),
                        MetricsFreshness.historyText(query.prometheus()))
                .filter(text -> !text.isEmpty()).collect(Collectors.joining(BETWEEN));
        return new FrameState(connectionChip(snapshot, frame), countsText(fleet), fresh,
                findBanner(snapshot, frame), urgent);
    }

    private record FrameTimes(FrameQuery query) {

        String clockText(Instant instant) {
            return CLOCK.format(instant.atZone(query.zone()));
        }

        String sinceText(Instant instant) {
            return AgeText.brief(Duration.between(instant, query.now()));
        }

        String untilText(Instant instant) {
            return AgeText.brief(Duration.between(query.now(), instant));
        }
    }

    private static ConnectionChip connectionChip(Snapshot snapshot, FrameTimes times) {
        boolean answered = hasAnswered(snapshot.connection());
        return switch (snapshot.connection()) {
            case SessionConnection.ClosedConnection closed -> ScreenNotice.isStopped(snapshot)
                    ? new ConnectionChip(StatusGlyph.NONE, "stopped", "Reading was stopped.", ConnectionActions.RETRY,
                            answered)
                    : new ConnectionChip(StatusGlyph.NONE, "not connected", "No cluster is open.",
                            ConnectionActions.NONE, answered);
            case SessionConnection.ConnectingSession(var step, var since) -> new ConnectionChip(StatusGlyph.WAITING,
                    "connecting", "Waiting for %s since %s.".formatted(step, times.sinceText(since)),
                    ConnectionActions.CANCEL, answered);
            case SessionConnection.LiveConnection(var since) -> new ConnectionChip(StatusGlyph.READY, "live",
                    "Every change is followed as it happens, since %s.".formatted(times.clockText(since)),
                    ConnectionActions.NONE, answered);
            case SessionConnection.ReconnectingSession(var problem, var lost, var attempt, var next) ->
                new ConnectionChip(StatusGlyph.WARNING, "reconnecting",
                        retryText(problem, attempt, times.untilText(next)),
                        ConnectionActions.RETRY, answered);
            case SessionConnection.StaleConnection(var problem, var lost, var attempt, var next) ->
                new ConnectionChip(StatusGlyph.BROKEN, "stale since " + times.clockText(lost),
                        retryText(problem, attempt, times.untilText(next)),
                        ConnectionActions.RETRY, answered);
            case SessionConnection.Unreachable(var problem, var attempt, var next) ->
                new ConnectionChip(StatusGlyph.BROKEN, "unreachable",
                        retryText(problem, attempt, times.untilText(next)),
                        ConnectionActions.RETRY, answered);
            case SessionConnection.CredentialsExpired(var problem) ->
                new ConnectionChip(StatusGlyph.BROKEN, "credentials expired", problemText(problem),
                        ConnectionActions.RETRY, answered);
            case SessionConnection.RefusedConnection(var problem) ->
                new ConnectionChip(StatusGlyph.FORBIDDEN, "not permitted", problemText(problem),
                        ConnectionActions.RETRY, answered);
        };
    }

    /** Returns whether the cluster answered; users who may not list nodes are answered as well, and may be allowed to change something. */
    private static boolean hasAnswered(SessionConnection connection) {
        return switch (connection) {
            case SessionConnection.LiveConnection _,SessionConnection.ReconnectingSession _,SessionConnection.StaleConnection _,SessionConnection.RefusedConnection _ ->
                true;
            case SessionConnection.ClosedConnection _,SessionConnection.ConnectingSession _,SessionConnection.Unreachable _,SessionConnection.CredentialsExpired _ ->
                false;
        };
    }

    private static String retryText(Problem problem, int attempt, String until) {
        return "%s Try %d comes in %s.".formatted(problemText(problem), attempt, until);
    }

    private static String problemText(Problem problem) {
        var ended = SelectableText.withFullStop(problem.problemText().strip());
        return problem.remedy().isEmpty() ? ended : ended + " " + problem.remedy();
    }

    private static Optional<Banner> findBanner(Snapshot snapshot, FrameTimes times) {
        return connectionBanner(snapshot, times).filter(banner -> !snapshot.nodes().isEmpty())
                .or(() -> scopeBanner(snapshot))
                .or(() -> podsBanner(snapshot)).or(() -> unread(snapshot)).or(() -> skewBanner(snapshot));
    }

    /** Returns the banner that keeps outdated data from being taken for current; empty while the connection is live. */
    private static Optional<Banner> connectionBanner(Snapshot snapshot, FrameTimes times) {
        var seen = ageText(snapshot, times);
        return switch (snapshot.connection()) {
            case SessionConnection.LiveConnection live -> Optional.empty();
            case SessionConnection.ClosedConnection closed ->
                Optional.of(new Banner(StatusGlyph.WARNING, "Reading was stopped. " + seen + ".", "",
                        ConnectionActions.RETRY));
            case SessionConnection.ConnectingSession(var step, var since) -> Optional
                    .of(new Banner(StatusGlyph.WARNING, "Waiting for %s. %s.".formatted(step, seen), "",
                            ConnectionActions.NONE));
            case SessionConnection.ReconnectingSession(var problem, var since, var attempt, var next) ->
                Optional.of(new Banner(
                        StatusGlyph.WARNING,
                        "%s. What you see is %s old; try %d comes in %s.".formatted(problem.headline(),
                                times.sinceText(since), attempt, times.untilText(next)),
                        problem.detail(), ConnectionActions.RETRY));
            case SessionConnection.StaleConnection(var problem, var since, var attempt, var next) ->
                Optional.of(new Banner(StatusGlyph.BROKEN,
                        "Stale: this was true at %s, %s ago. %s; try %d comes in %s.".formatted(times.clockText(since),
                                times.sinceText(since), problem.headline(), attempt, times.untilText(next)),
                        problem.detail(), ConnectionActions.RETRY));
            case SessionConnection.Unreachable(var problem, var attempt, var next) ->
                Optional.of(new Banner(StatusGlyph.BROKEN,
                        "%s. %s; try %d comes in %s.".formatted(problem.headline(), seen, attempt,
                                times.untilText(next)),
                        problem.detail(), ConnectionActions.RETRY));
            case SessionConnection.CredentialsExpired(var problem) -> Optional.of(waitingBanner(problem, seen));
            case SessionConnection.RefusedConnection(var problem) -> Optional.of(waitingBanner(problem, seen));
        };
    }

    private static Banner waitingBanner(Problem problem, String seen) {
        return new Banner(StatusGlyph.BROKEN,
                "%s. %s. %s".formatted(problem.headline(), seen, problem.remedy()).strip(),
                problem.detail(), ConnectionActions.RETRY);
    }

    private static String ageText(Snapshot snapshot, FrameTimes times) {
        if (snapshot.nodeHealth() instanceof SourceHealth.StaleSource(var since, var problem)) {
            return "What you see is %s old".formatted(times.sinceText(since));
        }
        return snapshot.nodeHealth() instanceof SourceHealth.LoadingSource
                || snapshot.podHealth() instanceof SourceHealth.LoadingSource
                        ? "What you see is not yet complete"
                        : "What you see was read %s ago".formatted(times.sinceText(snapshot.at()));
    }

    private static Optional<Banner> scopeBanner(Snapshot snapshot) {
        return snapshot.podScope() instanceof PodScope.NamespacedScope(var namespaces, var problem)
                && !namespaces.isEmpty()
                && !snapshot.nodes().isEmpty()
                        ? Optional.of(new Banner(StatusGlyph.WARNING,
                                "Only the pods of %s may be listed, so whatever is allocated is at least so much (≥)."
                                        .formatted(NumberText.withNoun(namespaces.size(), "namespace")),
                                problem.detail(), ConnectionActions.NONE))
                        : Optional.empty();
    }

    private static Optional<Banner> podsBanner(Snapshot snapshot) {
        return snapshot.podHealth() instanceof SourceHealth.UnavailableSource(var problem)
                && !snapshot.nodes().isEmpty()
                        ? Optional.of(new Banner(StatusGlyph.FORBIDDEN,
                                problem.headline() + ". What the GPUs are allocated to is not known.", problem.detail(),
                                ConnectionActions.RETRY))
                        : Optional.empty();
    }

    private static Optional<Banner> unread(Snapshot snapshot) {
        var unread = snapshot.unread();
        return unread.isEmpty() ? Optional.empty()
                : Optional.of(new Banner(StatusGlyph.WARNING,
                        "%s could not be read, so totals are lower bounds (≥).".formatted(
                                NumberText.withNoun(unread.count(), "object")),
                        String.join("\n", unread.lines()), ConnectionActions.NONE));
    }

    private static Optional<Banner> skewBanner(Snapshot snapshot) {
        return snapshot.clockSkew().abs().compareTo(NOTABLE_SKEW) > 0
                ? Optional.of(new Banner(StatusGlyph.WARNING,
                        "This machine's clock is %s %s the cluster's; ages are corrected by that.".formatted(
                                AgeText.brief(snapshot.clockSkew().abs()),
                                snapshot.clockSkew().isNegative() ? "ahead of" : "behind"),
                        "", ConnectionActions.NONE))
                : Optional.empty();
    }

    private static String countsText(GpuFleet fleet) {
        if (fleet.snapshot().nodes().isEmpty()) {
            return "";
        }
        boolean complete = fleet.snapshot().isAllocationComplete();
        return "GPU nodes %s  ·  GPUs %s  ·  GPU pods %s".formatted(NumberText.count(fleet.nodes().size()),
                NumberText.bounded(fleet.tally().total(), fleet.totalBound(fleet.nodes())),
                fleet.snapshot().podHealth() instanceof SourceHealth.UnavailableSource
                        ? "unknown"
                        : NumberText.atLeast(fleet.holders().count() + fleet.waiting().size(), complete));
    }

    private static String freshnessText(Snapshot snapshot, FrameTimes times) {
        var nodes = healthText(snapshot, snapshot.nodeHealth(), times);
        var pods = healthText(snapshot, snapshot.podHealth(), times);
        var seen = podScopeText(snapshot.podScope());
        return nodes.equals(pods) && seen.equals("pods") ? "objects: " + nodes
                : "nodes: " + nodes + BETWEEN + seen + ": " + pods;
    }

    /** Returns the scope of the visible pods, so that a part is not taken for all. */
    private static String podScopeText(PodScope scope) {
        return scope instanceof PodScope.NamespacedScope(var names, _) && !names.isEmpty()
                ? "pods of " + (names.size() == 1 ? names.getFirst() : Plurals.countText(names.size(), "namespace"))
                : "pods";
    }

    private static String healthText(Snapshot snapshot, SourceHealth health, FrameTimes times) {
        return switch (health) {
            case SourceHealth.LiveSource live -> "live";
            case SourceHealth.LoadingSource(var loaded, var remaining) -> !isReading(snapshot.connection())
                    ? loaded == 0 ? "none read" : NumberText.count(loaded) + " read, not all"
                    : remaining < 0
                            ? "reading, %s so far".formatted(NumberText.count(loaded))
                            : "reading, %s of %s".formatted(NumberText.count(loaded),
                                    NumberText.count(loaded + remaining));
            case SourceHealth.StaleSource(var since, var problem) -> times.sinceText(since) + " old";
            case SourceHealth.UnavailableSource absent -> "not permitted";
        };
    }

    private static boolean isReading(SessionConnection connection) {
        return switch (connection) {
            case SessionConnection.ConnectingSession _,SessionConnection.LiveConnection _,SessionConnection.ReconnectingSession _,SessionConnection.StaleConnection _ ->
                true;
            case SessionConnection.ClosedConnection _,SessionConnection.Unreachable _,SessionConnection.CredentialsExpired _,SessionConnection.RefusedConnection _ ->
                false;
        };
    }
}
