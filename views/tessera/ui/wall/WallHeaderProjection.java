package tessera.ui.wall;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import tessera.insight.GpuFleet;
import tessera.model.Problem;
import tessera.model.SessionConnection;
import tessera.model.Snapshot;
import tessera.model.SourceHealth;
import tessera.model.reading.NodeReadings;
import tessera.ui.ClusterList;
import tessera.ui.kit.AgeText;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.wall.WallHeaderState.StaleNotice;

/** Computes the state of a wall's header, and the notice across the page when its data is not current. */
final class WallHeaderProjection {

    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);
    /** A contact that is lost for a moment is told in the head alone. */
    private static final Duration MOMENT = Duration.ofSeconds(15);

    private WallHeaderProjection() {}

    static WallHeaderState project(GpuFleet fleet, WallHeaderQuery query) {
        var snapshot = fleet.snapshot();
        var clusters = query.clusters();
        var link = clusters.openCluster().map(ClusterList.Context::trusted).orElse(true)
                ? headerLink(snapshot.connection())
                : headerLink(snapshot.connection()).withoutVerification();
        link = link.withUnread(snapshot.unread().count());
        var age = lastMeasuredAt(fleet).map(
                at -> "measured %s ago".formatted(AgeText.brief(Duration.between(at, query.now())))).orElse("");
        return new WallHeaderState(clusters.openContext(),
                clusters.openCluster().map(ClusterList.Context::mark).orElse(ClusterList.ClusterMark.PLAIN),
                link.sign(),
                link.text(),
                age, CLOCK.format(query.now().atZone(query.zone())), findStaleNotice(snapshot, query.now()));
    }

    /** Returns the time of the last exporter measurement. */
    private static Optional<Instant> lastMeasuredAt(GpuFleet fleet) {
        return fleet.readings().nodes().values().stream().map(NodeReadings::at).filter(Objects::nonNull)
                .max(Comparator.naturalOrder());
    }

    private record HeadLink(StatusGlyph sign, String text) {

        /** Marks the connection as unverified: anybody on the way could be the server. */
        HeadLink withoutVerification() {
            return warningOf("certificate not checked");
        }

        /** Tells of objects that could not be read: all totals are lower bounds. */
        HeadLink withUnread(int count) {
            return count == 0 ? this : warningOf(NumberText.withNoun(count, "object") + " not read");
        }

        private HeadLink warningOf(String reason) {
            return new HeadLink(sign == StatusGlyph.READY ? StatusGlyph.WARNING : sign, text + ", " + reason);
        }
    }

    private static HeadLink headerLink(SessionConnection connection) {
        return switch (connection) {
            case SessionConnection.ClosedConnection _ -> new HeadLink(StatusGlyph.NONE, "not connected");
            case SessionConnection.ConnectingSession _ -> new HeadLink(StatusGlyph.WAITING, "connecting");
            case SessionConnection.LiveConnection _ -> new HeadLink(StatusGlyph.READY, "live");
            case SessionConnection.ReconnectingSession _ -> new HeadLink(StatusGlyph.WARNING, "reconnecting");
            case SessionConnection.StaleConnection _ -> new HeadLink(StatusGlyph.BROKEN, "lost");
            case SessionConnection.Unreachable _ -> new HeadLink(StatusGlyph.BROKEN, "unreachable");
            case SessionConnection.CredentialsExpired _ -> new HeadLink(StatusGlyph.BROKEN, "credential not accepted");
            case SessionConnection.RefusedConnection _ -> new HeadLink(StatusGlyph.CORDONED, "refused");
        };
    }

    /** Returns no notice for a page without data, which gives the reason itself. */
    private static Optional<StaleNotice> findStaleNotice(Snapshot snapshot, Instant now) {
        if (snapshot.nodes().isEmpty()) {
            return Optional.empty();
        }
        return switch (snapshot.connection()) {
            case SessionConnection.LiveConnection _ ->
                snapshot.nodeHealth() instanceof SourceHealth.StaleSource(var since, var problem)
                        ? findStaleNotice(since, now, problemSentence(problem))
                        : Optional.empty();
            case SessionConnection.ReconnectingSession(var problem, var since, _, _) ->
                findStaleNotice(since, now, problemSentence(problem));
            case SessionConnection.StaleConnection(var problem, var since, _, _) ->
                findStaleNotice(since, now, problemSentence(problem));
            case SessionConnection.Unreachable(var problem, _, _) ->
                findStaleNotice(snapshot, now, problemSentence(problem));
            case SessionConnection.CredentialsExpired(var problem) ->
                findStaleNotice(snapshot, now, problemSentence(problem));
            case SessionConnection.RefusedConnection(var problem) ->
                findStaleNotice(snapshot, now, problemSentence(problem));
            case SessionConnection.ConnectingSession(var step, _) ->
                findStaleNotice(snapshot, now, "Waiting for " + step);
            case SessionConnection.ClosedConnection _ -> findStaleNotice(snapshot, now, "The connection was closed");
        };
    }

    private static String problemSentence(Problem problem) {
        return problem.problemText().strip();
    }

    private static Optional<StaleNotice> findStaleNotice(Snapshot snapshot, Instant now, String reason) {
        return findStaleNotice(
                snapshot.nodeHealth() instanceof SourceHealth.StaleSource(var since, _) ? since : snapshot.at(),
                now,
                reason);
    }

    private static Optional<StaleNotice> findStaleNotice(Instant since, Instant now, String reason) {
        var age = Duration.between(since, now);
        return age.compareTo(MOMENT) < 0 ? Optional.empty()
                : Optional.of(new StaleNotice("Data %s old".formatted(AgeText.brief(age)), reason));
    }
}
