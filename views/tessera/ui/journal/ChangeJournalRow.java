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
import tessera.plan.journal.JournaledRun;
import tessera.ui.kit.AgeText;
import tessera.ui.kit.DataColumn;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatusGlyph;

/**
 * A change in the table.
 *
 * @param timeText when it began, as its reader's clock shows it
 */
record ChangeJournalRow(JournaledRun run, String timeText) {

    private static final DateTimeFormatter MOMENT = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

    static ChangeJournalRow of(JournaledRun run, ZoneId zone) {
        return new ChangeJournalRow(run, parseInstant(run.begun().at()).map(at -> MOMENT.format(at.atZone(zone)))
                .orElse(run.begun().at()));
    }

    private static Optional<Instant> parseInstant(String text) {
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeParseException _) {
            return Optional.empty();
        }
    }

    String key() {
        return run.begun().run();
    }

    String changeText() {
        return run.begun().text();
    }

    String resultText() {
        return switch (run.resultWord()) {
            case "done" -> run.exitText().map(code -> "E" + code.substring(1)).orElse("Done");
            case "failed" -> "Went wrong";
            case "cancelled" -> "Stopped";
            case "unknown" -> "Not known";
            case "refused" -> "Refused";
            case "running" -> "Under way";
            case "interrupted" -> "No end noted";
            default -> run.resultWord();
        };
    }

    StatusGlyph resultSign() {
        return switch (run.resultWord()) {
            case "done" -> run.exitText().isPresent() ? StatusGlyph.WARNING : StatusGlyph.READY;
            case "failed", "refused" -> StatusGlyph.BROKEN;
            case "running" -> StatusGlyph.WAITING;
            default -> StatusGlyph.WARNING;
        };
    }

    String remainingText() {
        return String.join("; ", run.mostTellingEntry().lastingEffects());
    }

    /** Returns why the change was not done as requested, or else what stays changed. */
    String outcomeText() {
        return run.mostTellingEntry().detail().isEmpty() ? remainingText() : run.mostTellingEntry().detail();
    }

    String durationText() {
        var began = parseInstant(run.begun().at());
        var ended = run.ended().flatMap(end -> parseInstant(end.at()));
        return began.isPresent() && ended.isPresent() ? AgeText.brief(Duration.between(began.get(), ended.get())) : "";
    }

    /** Returns the columns; the first stays in sight, because runs are found by their time. */
    static List<DataColumn<ChangeJournalRow>> columns() {
        return List.of(DataColumn.<ChangeJournalRow>text("at", "When", 172, ChangeJournalRow::timeText),
                DataColumn.<ChangeJournalRow>text("result", "Result", 122, ChangeJournalRow::resultText)
                        .withDrawing(ChangeJournalRow::resultNode),
                DataColumn.<ChangeJournalRow>text("words", "What", 226, ChangeJournalRow::changeText),
                DataColumn.<ChangeJournalRow>text("context", "Cluster", 84, row -> row.run.begun().cluster().context())
                        .hiddenWhenNarrow(2),
                DataColumn.<ChangeJournalRow>text("user", "As", 80, row -> row.run.begun().cluster().user())
                        .hiddenWhenNarrow(3),
                DataColumn.<ChangeJournalRow>text("outcome", "What came of it", 300, ChangeJournalRow::outcomeText)
                        .hiddenWhenNarrow(1),
                DataColumn.<ChangeJournalRow>text("leaves", "Stays changed", 260, ChangeJournalRow::remainingText)
                        .hidden(),
                DataColumn.<ChangeJournalRow>text("took", "Took", 80, ChangeJournalRow::durationText).hidden(),
                DataColumn.<ChangeJournalRow>text("undo", "Way back", 220, row -> row.run.mostTellingEntry().undo())
                        .hidden(),
                DataColumn
                        .<ChangeJournalRow>text("detail", "What went wrong", 260,
                                row -> row.run.mostTellingEntry().detail())
                        .hidden(),
                DataColumn.<ChangeJournalRow>text("server", "Server", 200, row -> row.run.begun().cluster().server())
                        .hidden(),
                DataColumn.<ChangeJournalRow>text("run", "Run", 280, ChangeJournalRow::key).hidden());
    }

    private HBox resultNode() {
        var box = new HBox(8, resultSign().node(), SelectableText.shrinkable(resultText()));
        box.setAlignment(Pos.CENTER_LEFT);
        return box;
    }
}
