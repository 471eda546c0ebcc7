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
import tessera.ui.OpenableClusterList;
import tessera.ui.kit.AgeFormatter;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.wall.WallHeaderState.StaleDataNotice;

/** Computes the state of a wall's header, and the notice across the page when its data is not current. */
final class WallHeaderStateBuilder {

    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);
    /** A contact that is lost for a moment is told in the head alone. */
    private static final Duration MOMENT = Duration.ofSeconds(15);

    private WallHeaderStateBuilder() {}

    static WallHeaderState project(GpuFleet fleet, WallHeaderInput query) {
        var clusterSnapshot = fleet.snapshot();
        var clusters = query.clusters();
        var connectionStatus = clusters.openCluster().map(OpenableClusterList.ListedKubeconfigContext::trusted)
                .orElse(true)
                        ? headerLink(clusterSnapshot.connection())
                        : headerLink(clusterSnapshot.connection()).withoutVerification();
        connectionStatus = connectionStatus.withUnread(clusterSnapshot.unread().count());
        var age = lastMeasuredAt(fleet).map(
                at -> "measured %s ago".formatted(AgeFormatter.brief(Duration.between(at, query.now())))).orElse("");
        return new WallHeaderState(clusters.openContext(),
                clusters.openCluster().map(OpenableClusterList.ListedKubeconfigContext::mark)
                        .orElse(OpenableClusterList.ClusterPurposeMark.PLAIN),
                connectionStatus.glyph(),
                connectionStatus.text(),
                age, CLOCK.format(query.now().atZone(query.zone())), findStaleNotice(clusterSnapshot, query.now()));
    }

    /** Returns the time of the last exporter measurement. */
    private static Optional<Instant> lastMeasuredAt(GpuFleet fleet) {
        return fleet.readings().nodes().values().stream().map(NodeReadings::at).filter(Objects::nonNull)
                .max(Comparator.naturalOrder());
    }

    private record HeaderConnectionStatus(StatusGlyph glyph, String text) {

        /** Marks the connection as unverified: anybody on the way could be the server. */
        HeaderConnectionStatus withoutVerification() {
            return warningOf("certificate not checked");
        }

        /** Tells of objects that could not be read: all totals are lower bounds. */
        HeaderConnectionStatus withUnread(int count) {
            return count == 0 ? this : warningOf(GroupedNumberFormatter.withNoun(count, "object") + " not read");
        }

        private HeaderConnectionStatus warningOf(String reason) {
            return new HeaderConnectionStatus(glyph == StatusGlyph.READY ? StatusGlyph.WARNING : glyph,
                    text + ", " + reason);
        }
    }

    private static HeaderConnectionStatus headerLink(SessionConnectionStatus connection) {
        return switch (connection) {
            case SessionConnectionStatus.NoConnection _ ->
                new HeaderConnectionStatus(StatusGlyph.NONE, "not connected");
            case SessionConnectionStatus.PendingConnection _ ->
                new HeaderConnectionStatus(StatusGlyph.WAITING, "connecting");
            case SessionConnectionStatus.LiveConnection _ -> new HeaderConnectionStatus(StatusGlyph.READY, "live");
            case SessionConnectionStatus.InterruptedConnection _ ->
                new HeaderConnectionStatus(StatusGlyph.WARNING, "reconnecting");
            case SessionConnectionStatus.StaleConnection _ -> new HeaderConnectionStatus(StatusGlyph.BROKEN, "lost");
            case SessionConnectionStatus.UnreachableCluster _ ->
                new HeaderConnectionStatus(StatusGlyph.BROKEN, "unreachable");
            case SessionConnectionStatus.UnauthenticatedConnection _ ->
                new HeaderConnectionStatus(StatusGlyph.BROKEN, "credential not accepted");
            case SessionConnectionStatus.RefusedConnection _ ->
                new HeaderConnectionStatus(StatusGlyph.CORDONED, "refused");
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
                findStaleNotice(clusterSnapshot, now, "Waiting for " + step);
            case SessionConnectionStatus.NoConnection _ ->
                findStaleNotice(clusterSnapshot, now, "The connection was closed");
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
                now,
                reason);
    }

    private static Optional<StaleDataNotice> findStaleNotice(Instant since, Instant now, String reason) {
        var age = Duration.between(since, now);
        if (age.compareTo(MOMENT) < 0) {
            return Optional.empty();
        }
        return Optional.of(new StaleDataNotice("Data %s old".formatted(AgeFormatter.brief(age)), reason));
    }
}
