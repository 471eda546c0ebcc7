package tessera.ui.wall;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import tessera.insight.Fleet;
import tessera.model.Connection;
import tessera.model.Problem;
import tessera.model.Snapshot;
import tessera.model.SourceHealth;
import tessera.model.reading.NodeReadings;
import tessera.ui.Clusters;
import tessera.ui.kit.Ages;
import tessera.ui.kit.Glyph;
import tessera.ui.wall.HeadState.Lost;

/** Says how a wall stands with its cluster, and across the page when what it shows is not the present. */
final class HeadProjection {

    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);
    /** A contact that is lost for a moment is told in the head alone. */
    private static final Duration MOMENT = Duration.ofSeconds(15);

    private HeadProjection() {}

    static HeadState state(Fleet fleet, HeadQuery query) {
        var snapshot = fleet.snapshot();
        var clusters = query.clusters();
        var link = clusters.current().map(Clusters.Context::trusted).orElse(true) ? link(snapshot.connection())
                : link(snapshot.connection()).unchecked();
        var age = measured(fleet).map(
                at -> "measured %s ago".formatted(Ages.brief(Duration.between(at, query.now())))).orElse("");
        return new HeadState(clusters.open(),
                clusters.current().map(Clusters.Context::kind).orElse(Clusters.Kind.PLAIN), link.sign(), link.words(),
                age, CLOCK.format(query.now().atZone(query.zone())), lost(snapshot, query.now()));
    }

    /** When an exporter was last heard. */
    private static Optional<Instant> measured(Fleet fleet) {
        return fleet.readings().nodes().values().stream().map(NodeReadings::at).filter(Objects::nonNull)
                .max(Comparator.naturalOrder());
    }

    private record Link(Glyph sign, String words) {

        /** Anybody on the way could be the server. */
        Link unchecked() {
            return new Link(sign == Glyph.READY ? Glyph.WARNING : sign, words + ", certificate not checked");
        }
    }

    private static Link link(Connection connection) {
        return switch (connection) {
            case Connection.Closed _ -> new Link(Glyph.NONE, "not connected");
            case Connection.Connecting _ -> new Link(Glyph.WAITING, "connecting");
            case Connection.Live _ -> new Link(Glyph.READY, "live");
            case Connection.Reconnecting _ -> new Link(Glyph.WARNING, "reconnecting");
            case Connection.Stale _ -> new Link(Glyph.BROKEN, "lost");
            case Connection.Unreachable _ -> new Link(Glyph.BROKEN, "unreachable");
            case Connection.CredentialsExpired _ -> new Link(Glyph.BROKEN, "credential not accepted");
            case Connection.Refused _ -> new Link(Glyph.CORDONED, "refused");
        };
    }

    /** A page without data says by itself why it has none. */
    private static Optional<Lost> lost(Snapshot snapshot, Instant now) {
        if (snapshot.nodes().isEmpty()) {
            return Optional.empty();
        }
        return switch (snapshot.connection()) {
            case Connection.Live _ -> snapshot.nodeHealth() instanceof SourceHealth.Stale(var since, var why)
                    ? lost(since, now, sentence(why))
                    : Optional.empty();
            case Connection.Reconnecting(var why, var since, _, _) -> lost(since, now, sentence(why));
            case Connection.Stale(var why, var since, _, _) -> lost(since, now, sentence(why));
            case Connection.Unreachable(var why, _, _) -> lost(snapshot, now, sentence(why));
            case Connection.CredentialsExpired(var why) -> lost(snapshot, now, sentence(why));
            case Connection.Refused(var why) -> lost(snapshot, now, sentence(why));
            case Connection.Connecting(var step, _) -> lost(snapshot, now, "Waiting for " + step);
            case Connection.Closed _ -> lost(snapshot, now, "The connection was closed");
        };
    }

    private static String sentence(Problem why) {
        return why.sentence().strip();
    }

    private static Optional<Lost> lost(Snapshot snapshot, Instant now, String why) {
        return lost(snapshot.nodeHealth() instanceof SourceHealth.Stale(var since, _) ? since : snapshot.at(), now,
                why);
    }

    private static Optional<Lost> lost(Instant since, Instant now, String why) {
        var age = Duration.between(since, now);
        return age.compareTo(MOMENT) < 0 ? Optional.empty()
                : Optional.of(new Lost("Data %s old".formatted(Ages.brief(age)), why));
    }
}
