package tessera.ui.journal;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.layout.HBox;
import tessera.plan.journal.PastRun;
import tessera.ui.kit.AgeText;
import tessera.ui.kit.DataColumn;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatusGlyph;

/**
 * A change in the table.
 *
 * @param at when it began, as its reader's clock shows it
 */
record RunRow(PastRun run, String at) {

    private static final DateTimeFormatter MOMENT = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

    static RunRow of(PastRun run, ZoneId zone) {
        return new RunRow(run, moment(run.begun().at()).map(at -> MOMENT.format(at.atZone(zone)))
                .orElse(run.begun().at()));
    }

    private static Optional<Instant> moment(String text) {
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeParseException _) {
            return Optional.empty();
        }
    }

    String key() {
        return run.begun().run();
    }

    String words() {
        return run.begun().words();
    }

    String result() {
        return switch (run.result()) {
            case "done" -> run.exit().map(code -> "E" + code.substring(1)).orElse("Done");
            case "failed" -> "Went wrong";
            case "cancelled" -> "Stopped";
            case "unknown" -> "Not known";
            case "refused" -> "Refused";
            case "running" -> "Under way";
            case "interrupted" -> "No end noted";
            default -> run.result();
        };
    }

    StatusGlyph sign() {
        return switch (run.result()) {
            case "done" -> run.exit().isPresent() ? StatusGlyph.WARNING : StatusGlyph.READY;
            case "failed", "refused" -> StatusGlyph.BROKEN;
            case "running" -> StatusGlyph.WAITING;
            default -> StatusGlyph.WARNING;
        };
    }

    String leaves() {
        return String.join("; ", run.last().leaves());
    }

    /** Why it was not done as wanted; else what stays changed. */
    String outcome() {
        return run.last().detail().isEmpty() ? leaves() : run.last().detail();
    }

    String took() {
        var began = moment(run.begun().at());
        var ended = run.ended().flatMap(end -> moment(end.at()));
        return began.isPresent() && ended.isPresent() ? AgeText.brief(Duration.between(began.get(), ended.get())) : "";
    }

    /** The first stays in sight: what was changed is found by when. */
    static List<DataColumn<RunRow>> columns() {
        return List.of(DataColumn.<RunRow>text("at", "When", 172, RunRow::at),
                DataColumn.<RunRow>text("result", "Result", 122, RunRow::result).drawn(RunRow::drawn),
                DataColumn.<RunRow>text("words", "What", 226, RunRow::words),
                DataColumn.<RunRow>text("context", "Cluster", 84, row -> row.run.begun().place().context())
                        .spared(2),
                DataColumn.<RunRow>text("user", "As", 80, row -> row.run.begun().place().user()).spared(3),
                DataColumn.<RunRow>text("outcome", "What came of it", 300, RunRow::outcome).spared(1),
                DataColumn.<RunRow>text("leaves", "Stays changed", 260, RunRow::leaves).hidden(),
                DataColumn.<RunRow>text("took", "Took", 80, RunRow::took).hidden(),
                DataColumn.<RunRow>text("undo", "Way back", 220, row -> row.run.last().undo()).hidden(),
                DataColumn.<RunRow>text("detail", "What went wrong", 260, row -> row.run.last().detail()).hidden(),
                DataColumn.<RunRow>text("server", "Server", 200, row -> row.run.begun().place().server()).hidden(),
                DataColumn.<RunRow>text("run", "Run", 280, RunRow::key).hidden());
    }

    private HBox drawn() {
        var box = new HBox(8, sign().node(), SelectableText.yielding(result()));
        box.setAlignment(Pos.CENTER_LEFT);
        return box;
    }
}
