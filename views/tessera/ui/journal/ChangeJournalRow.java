package tessera.ui.journal;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javafx.scene.layout.HBox;
import tessera.plan.journal.JournaledPlanRun;
import tessera.text.MessageCatalog;
import tessera.text.SentenceJoiner;
import tessera.ui.kit.AgeFormatter;
import tessera.ui.kit.DataTableColumn;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/**
 * A change in the table.
 *
 * @param timeText when it began, as its reader's clock shows it
 */
record ChangeJournalRow(JournaledPlanRun run, String timeText) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ChangeJournalRow.class);
    private static final DateTimeFormatter MOMENT = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

    static ChangeJournalRow of(JournaledPlanRun run, ZoneId zone) {
        return new ChangeJournalRow(run, parseInstant(run.startEntry().at()).map(at -> MOMENT.format(at.atZone(zone)))
                .orElse(run.startEntry().at()));
    }

    private static Optional<Instant> parseInstant(String text) {
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeParseException _) {
            return Optional.empty();
        }
    }

    String key() {
        return run.startEntry().run();
    }

    String changeText() {
        return run.startEntry().text();
    }

    String resultText() {
        return switch (run.resultWord()) {
            case "done" -> run.exitText().map(code -> "E" + code.substring(1)).orElse(MESSAGES.text("result.done"));
            case "failed" -> MESSAGES.text("result.failed");
            case "cancelled" -> MESSAGES.text("result.stopped");
            case "unknown" -> MESSAGES.text("result.unknown");
            case "refused" -> MESSAGES.text("result.refused");
            case "running" -> MESSAGES.text("result.running");
            case "interrupted" -> MESSAGES.text("result.interrupted");
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
        return SentenceJoiner.joinClauses(run.mostTellingEntry().lastingEffects());
    }

    /** Returns why the change was not done as requested, or else what stays changed. */
    String outcomeText() {
        if (run.mostTellingEntry().detail().isEmpty()) {
            return remainingText();
        }
        return run.mostTellingEntry().detail();
    }

    String durationText() {
        var began = parseInstant(run.startEntry().at());
        var ended = run.endEntry().flatMap(end -> parseInstant(end.at()));
        if (began.isPresent() && ended.isPresent()) {
            return AgeFormatter.brief(Duration.between(began.get(), ended.get()));
        }
        return "";
    }

    /** Returns the columns; the first stays in sight, because runs are found by their time. */
    static List<DataTableColumn<ChangeJournalRow>> columns() {
        return List.of(
                DataTableColumn.<ChangeJournalRow>text("at", MESSAGES.text("column.at"), 172,
                        ChangeJournalRow::timeText),
                DataTableColumn.<ChangeJournalRow>text("result", MESSAGES.text("column.result"), 122,
                        ChangeJournalRow::resultText).withDrawing(ChangeJournalRow::resultNode),
                DataTableColumn.<ChangeJournalRow>text("words", MESSAGES.text("column.change"), 226,
                        ChangeJournalRow::changeText),
                DataTableColumn.<ChangeJournalRow>text("context", MESSAGES.text("column.cluster"), 84,
                        row -> row.run.startEntry().cluster().context()).hiddenWhenNarrow(2),
                DataTableColumn.<ChangeJournalRow>text("user", MESSAGES.text("column.user"), 80,
                        row -> row.run.startEntry().cluster().user()).hiddenWhenNarrow(3),
                DataTableColumn.<ChangeJournalRow>text("outcome", MESSAGES.text("column.outcome"), 300,
                        ChangeJournalRow::outcomeText).hiddenWhenNarrow(1),
                DataTableColumn.<ChangeJournalRow>text("leaves", MESSAGES.text("column.leaves"), 260,
                        ChangeJournalRow::remainingText).hidden(),
                DataTableColumn.<ChangeJournalRow>text("took", MESSAGES.text("column.duration"), 80,
                        ChangeJournalRow::durationText).hidden(),
                DataTableColumn.<ChangeJournalRow>text("undo", MESSAGES.text("column.undo"), 220,
                        row -> row.run.mostTellingEntry().undo()).hidden(),
                DataTableColumn.<ChangeJournalRow>text("detail", MESSAGES.text("column.error"), 260,
                        row -> row.run.mostTellingEntry().detail()).hidden(),
                DataTableColumn.<ChangeJournalRow>text("server", MESSAGES.text("column.server"), 200,
                        row -> row.run.startEntry().cluster().server()).hidden(),
                DataTableColumn.<ChangeJournalRow>text("run", MESSAGES.text("column.run"), 280, ChangeJournalRow::key)
                        .hidden());
    }

    private HBox resultNode() {
        return LayoutBoxFactory.row(8, resultSign().node(), TextLabelFactory.shrinkable(resultText()));
    }
}
