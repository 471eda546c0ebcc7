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
import tessera.ui.kit.StatusGlyph;
import tessera.ui.wall.HeadState.StaleNotice;

/** Says how a wall stands with its cluster, and across the page when what it shows is not the present. */
final class HeadProjection {

    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);
    /** A contact that is lost for a moment is told in the head alone. */
    private static final Duration MOMENT = Duration.ofSeconds(15);

    private HeadProjection() {}

    static HeadState state(GpuFleet fleet, HeadQuery query) {
        var snapshot = fleet.snapshot();
        var clusters = query.clusters();
        var link = clusters.current().map(ClusterList.Context::trusted).orElse(true) ? link(snapshot.connection())
                : link(snapshot.connection()).unchecked();
        var age = measured(fleet).map(
                at -> "measured %s ago".formatted(AgeText.brief(Duration.between(at, query.now())))).orElse("");
        return new HeadState(clusters.open(),
                clusters.current().map(ClusterList.Context::kind).orElse(ClusterList.ClusterMark.PLAIN), link.sign(),
                link.words(),
                age, CLOCK.format(query.now().atZone(query.zone())), lost(snapshot, query.now()));
    }

    /** When an exporter was last heard. */
    private static Optional<Instant> measured(GpuFleet fleet) {
        return fleet.readings().nodes().values().stream().map(NodeReadings::at).filter(Objects::nonNull)
                .max(Comparator.naturalOrder());
    }

    private record HeadLink(StatusGlyph sign, String words) {

        /** Anybody on the way could be the server. */
        HeadLink unchecked() {
            return new HeadLink(sign == StatusGlyph.READY ? StatusGlyph.WARNING : sign,
                    words + ", certificate not checked");
        }
    }

    private static HeadLink link(SessionConnection connection) {
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

    /** A page without data says by itself why it has none. */
    private static Optional<StaleNotice> lost(Snapshot snapshot, Instant now) {
        if (snapshot.nodes().isEmpty()) {
            return Optional.empty();
        }
        return switch (snapshot.connection()) {
            case SessionConnection.LiveConnection _ ->
                snapshot.nodeHealth() instanceof SourceHealth.StaleSource(var since, var why)
                        ? lost(since, now, sentence(why))
                        : Optional.empty();
            case SessionConnection.ReconnectingSession(var why, var since, _, _) -> lost(since, now, sentence(why));
            case SessionConnection.StaleConnection(var why, var since, _, _) -> lost(since, now, sentence(why));
            case SessionConnection.Unreachable(var why, _, _) -> lost(snapshot, now, sentence(why));
            case SessionConnection.CredentialsExpired(var why) -> lost(snapshot, now, sentence(why));
            case SessionConnection.RefusedConnection(var why) -> lost(snapshot, now, sentence(why));
            case SessionConnection.ConnectingSession(var step, _) -> lost(snapshot, now, "Waiting for " + step);
            case SessionConnection.ClosedConnection _ -> lost(snapshot, now, "The connection was closed");
        };
    }

    private static String sentence(Problem why) {
        return why.sentence().strip();
    }

    private static Optional<StaleNotice> lost(Snapshot snapshot, Instant now, String why) {
        return lost(snapshot.nodeHealth() instanceof SourceHealth.StaleSource(var since, _) ? since : snapshot.at(),
                now,
                why);
    }

    private static Optional<StaleNotice> lost(Instant since, Instant now, String why) {
        var age = Duration.between(since, now);
        return age.compareTo(MOMENT) < 0 ? Optional.empty()
                : Optional.of(new StaleNotice("Data %s old".formatted(AgeText.brief(age)), why));
    }
}
