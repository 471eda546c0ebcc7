package tessera.app.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import tessera.plan.journal.ChangeJournalEntry;
import tessera.plan.journal.JournaledPlanRun;
import tessera.text.MessageCatalog;
import tessera.text.SentenceJoiner;

/** A report on the changes made from this machine, a row for each, oldest first. */
public final class ChangeJournalReport extends AbstractMultiFormatReport {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ChangeJournalReport.class);

    private static final List<String> NARROW = List.of("RUN", "TIME", "CONTEXT", "USER", "RESULT", "WHAT");
    private static final List<String> WIDE = List.of("DETAIL", "LEAVES", "UNDO", "SERVER");

    /** So much of a run's name tells it from others. */
    private static final int BRIEF = 8;

    private final List<JournaledPlanRun> runs;

    /** @param entries in the order in which they were written */
    public ChangeJournalReport(List<ChangeJournalEntry> entries) {
        super(NARROW, WIDE);
        runs = JournaledPlanRun.groupByRun(entries);
    }

    @Override
    String emptyText() {
        return MESSAGES.text("journal.none");
    }

    @Override
    void fillTable(TextTable table, boolean wide) {
        for (var run : runs) {
            var startEntry = run.startEntry();
            var last = run.mostTellingEntry();
            var row = new ArrayList<>(List.of(
                    wide ? startEntry.run() : startEntry.run().substring(0, Math.min(BRIEF, startEntry.run().length())),
                    wide ? startEntry.at() : wholeSeconds(startEntry.at()), startEntry.cluster().context(),
                    startEntry.cluster().user(), resultText(run), startEntry.text()));
            if (wide) {
                row.addAll(List.of(last.detail(), SentenceJoiner.joinClauses(last.lastingEffects()), last.undo(),
                        startEntry.cluster().server()));
            }
            table.add(row);
        }
    }

    private static String resultText(JournaledPlanRun run) {
        return run.resultWord() + run.exitText().map(code -> ", " + code).orElse("");
    }

    /** Returns a time without fractions of a second; unchanged where it is no time. */
    private static String wholeSeconds(String at) {
        try {
            return Instant.parse(at).truncatedTo(ChronoUnit.SECONDS).toString();
        } catch (DateTimeParseException damaged) {
            return at;
        }
    }

    @Override
    ObjectNode toJson() {
        var json = JsonNodeFactory.instance.objectNode().put("apiVersion", "tessera/v1").put("kind", "Journal");
        var list = json.putArray("runs");
        runs.forEach(run -> list.add(runJson(run)));
        return json;
    }

    private static ObjectNode runJson(JournaledPlanRun run) {
        var startEntry = run.startEntry();
        var last = run.mostTellingEntry();
        var json = JsonNodeFactory.instance.objectNode().put("run", startEntry.run()).put("at", startEntry.at())
                .put("ended", run.endEntry().map(ChangeJournalEntry::at).orElse(null))
                .put("context", startEntry.cluster().context()).put("server", startEntry.cluster().server())
                .put("user", startEntry.cluster().user()).put("verb", startEntry.verb()).put("words", startEntry.text())
                .put("result", run.resultWord()).put("detail", last.detail());
        startEntry.objects().forEach(json.putArray("objects")::add);
        last.lastingEffects().forEach(json.putArray("leaves")::add);
        json.put("undo", last.undo().isEmpty() ? null : last.undo());
        json.put("undoCommand", run.undoCommand().orElse(null));
        var steps = json.putArray("steps");
        for (var step : run.steps()) {
            steps.addObject().put("at", step.at()).put("words", step.text())
                    .put("event", step.event() == ChangeJournalEntry.JournalEvent.STEP_BEGUN ? "begun" : "ended")
                    .put("result", step.result()).put("detail", step.detail());
        }
        return json;
    }
}
