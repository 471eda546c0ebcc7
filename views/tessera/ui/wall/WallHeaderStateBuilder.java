package tessera.ui.wall;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import tessera.gpu.GpuFleet;
import tessera.model.ClusterSnapshot;
import tessera.model.Problem;
import tessera.model.SessionConnectionStatus;
import tessera.model.SnapshotCollectionHealth;
import tessera.model.reading.NodeReadings;
import tessera.text.MessageCatalog;
import tessera.ui.OpenableClusterList;
import tessera.ui.kit.AgeFormatter;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.wall.WallHeaderState.StaleDataNotice;

/** Computes the state of a wall's header, and the notice across the page when its data is not current. */
final class WallHeaderStateBuilder {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(WallHeaderStateBuilder.class);
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);
    /** A contact that is lost for a moment is told in the head alone. */
    private static final Duration MOMENT = Duration.ofSeconds(15);

    private WallHeaderStateBuilder() {}

    static WallHeaderState project(GpuFleet fleet, WallHeaderInput query) {
        var clusterSnapshot = fleet.snapshot();
        var clusters = query.clusters();
        var connectionStatus = clusters.openCluster().map(OpenableClusterList.ListedKubeconfigContext::trusted)
                .orElse(true) ? headerLink(clusterSnapshot.connection())
                        : headerLink(clusterSnapshot.connection()).withoutVerification();
        connectionStatus = connectionStatus.withUnread(clusterSnapshot.unread().count());
        var age = lastMeasuredAt(fleet)
                .map(at -> MESSAGES.text("header.measured", AgeFormatter.brief(Duration.between(at, query.now()))))
                .orElse("");
        return new WallHeaderState(clusters.openContext(),
                clusters.openCluster().map(OpenableClusterList.ListedKubeconfigContext::mark)
                        .orElse(OpenableClusterList.ClusterPurposeMark.PLAIN),
                connectionStatus.glyph(), connectionStatus.text(), age, CLOCK.format(query.now().atZone(query.zone())),
                findStaleNotice(clusterSnapshot, query.now()));
    }

    /** Returns the time of the last exporter measurement. */
    private static Optional<Instant> lastMeasuredAt(GpuFleet fleet) {
        return fleet.readings().nodes().values().stream().map(NodeReadings::at).filter(Objects::nonNull)
                .max(Comparator.naturalOrder());
    }

    private record HeaderConnectionStatus(StatusGlyph glyph, String text) {

        /** Marks the connection as unverified: anybody on the way could be the server. */
        HeaderConnectionStatus withoutVerification() {
            return warningOf(MESSAGES.text("header.noVerification"));
        }

        /** Tells of objects that could not be read: all totals are lower bounds. */
        HeaderConnectionStatus withUnread(int count) {
            return count == 0 ? this : warningOf(MESSAGES.text("header.unread", count));
        }

        private HeaderConnectionStatus warningOf(String reason) {
            return new HeaderConnectionStatus(glyph == StatusGlyph.READY ? StatusGlyph.WARNING : glyph,
                    text + ", " + reason);
        }
    }

    private static HeaderConnectionStatus headerLink(SessionConnectionStatus connection) {
        return switch (connection) {
            case SessionConnectionStatus.NoConnection _ ->
                new HeaderConnectionStatus(StatusGlyph.NONE, MESSAGES.text("connection.none"));
            case SessionConnectionStatus.PendingConnection _ ->
                new HeaderConnectionStatus(StatusGlyph.WAITING, MESSAGES.text("connection.pending"));
            case SessionConnectionStatus.LiveConnection _ ->
                new HeaderConnectionStatus(StatusGlyph.READY, MESSAGES.text("connection.live"));
            case SessionConnectionStatus.InterruptedConnection _ ->
                new HeaderConnectionStatus(StatusGlyph.WARNING, MESSAGES.text("connection.interrupted"));
            case SessionConnectionStatus.StaleConnection _ ->
                new HeaderConnectionStatus(StatusGlyph.BROKEN, MESSAGES.text("connection.stale"));
            case SessionConnectionStatus.UnreachableCluster _ ->
                new HeaderConnectionStatus(StatusGlyph.BROKEN, MESSAGES.text("connection.unreachable"));
            case SessionConnectionStatus.UnauthenticatedConnection _ ->
                new HeaderConnectionStatus(StatusGlyph.BROKEN, MESSAGES.text("connection.unauthenticated"));
            case SessionConnectionStatus.RefusedConnection _ ->
                new HeaderConnectionStatus(StatusGlyph.CORDONED, MESSAGES.text("connection.refused"));
        };
    }

    /** Returns no notice for a page without data, which gives the reason itself. */
    private static Optional<StaleDataNotice> findStaleNotice(ClusterSnapshot clusterSnapshot, Instant now) {
        if (clusterSnapshot.nodes().isEmpty()) {
            return Optional.empty();
        }
        return switch (clusterSnapshot.connection()) {
            case SessionConnectionStatus.LiveConnection _ ->
                clusterSnapshot.nodeHealth() instanceof SnapshotCollectionHealth.StaleCollection(var since, var problem)
                        ? findStaleNotice(since, now, problemSentence(problem))
                        : Optional.empty();
            case SessionConnectionStatus.InterruptedConnection(var problem, var since, _, _) ->
                findStaleNotice(since, now, problemSentence(problem));
            case SessionConnectionStatus.StaleConnection(var problem, var since, _, _) ->
                findStaleNotice(since, now, problemSentence(problem));
            case SessionConnectionStatus.UnreachableCluster(var problem, _, _) ->
                findStaleNotice(clusterSnapshot, now, problemSentence(problem));
            case SessionConnectionStatus.UnauthenticatedConnection(var problem) ->
                findStaleNotice(clusterSnapshot, now, problemSentence(problem));
            case SessionConnectionStatus.RefusedConnection(var problem) ->
                findStaleNotice(clusterSnapshot, now, problemSentence(problem));
            case SessionConnectionStatus.PendingConnection(var step, _) ->
                findStaleNotice(clusterSnapshot, now, MESSAGES.text("stale.waiting", step));
            case SessionConnectionStatus.NoConnection _ ->
                findStaleNotice(clusterSnapshot, now, MESSAGES.text("stale.closed"));
        };
    }

    private static String problemSentence(Problem problem) {
        return problem.problemText().strip();
    }

    private static Optional<StaleDataNotice> findStaleNotice(ClusterSnapshot clusterSnapshot, Instant now,
            String reason) {
        return findStaleNotice(
                clusterSnapshot.nodeHealth() instanceof SnapshotCollectionHealth.StaleCollection(var since, _) ? since
                        : clusterSnapshot.at(),
                now, reason);
    }

    private static Optional<StaleDataNotice> findStaleNotice(Instant since, Instant now, String reason) {
        var age = Duration.between(since, now);
        if (age.compareTo(MOMENT) < 0) {
            return Optional.empty();
        }
        return Optional.of(new StaleDataNotice(MESSAGES.text("stale.age", AgeFormatter.brief(age)), reason));
    }
}
