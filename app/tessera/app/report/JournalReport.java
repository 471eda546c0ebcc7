package tessera.app.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import tessera.plan.journal.JournalEntry;
import tessera.plan.journal.PastRun;

/** What was changed from this machine, a row for each change, oldest first. */
public final class JournalReport extends CommandReport {

    private static final List<String> NARROW = List.of("RUN", "TIME", "CONTEXT", "USER", "RESULT", "WHAT");
    private static final List<String> WIDE = List.of("DETAIL", "LEAVES", "UNDO", "SERVER");

    /** So much of a run's name tells it from others. */
    private static final int BRIEF = 8;

    private final List<PastRun> runs;

    /** @param entries in the order in which they were written */
    public JournalReport(List<JournalEntry> entries) {
        super(NARROW, WIDE);
        runs = PastRun.of(entries);
    }

    @Override
    String nothing() {
        return "Nothing was changed from this machine.";
    }

    @Override
    void fill(TextTable table, boolean wide) {
        for (var run : runs) {
            var begun = run.begun();
            var last = run.last();
            var row = new ArrayList<>(List.of(wide ? begun.run()
                    : begun.run().substring(0,
                            Math.min(BRIEF, begun.run().length())),
                    wide ? begun.at() : second(begun.at()),
                    begun.place().context(), begun.place().user(), result(run), begun.words()));
            if (wide) {
                row.addAll(List.of(last.detail(), String.join("; ", last.leaves()), last.undo(),
                        begun.place().server()));
            }
            table.add(row);
        }
    }

    /** Whether a run without an end was cut short is not known where the journal is another machine's, or old. */
    private static String result(PastRun run) {
        return run.result().equals("interrupted") ? "no end noted"
                : run.result() + run.exit().map(code -> ", " + code).orElse("");
    }

    /** Without the parts of a second, which no reader needs; as it stands where it is no time. */
    private static String second(String at) {
        try {
            return Instant.parse(at).truncatedTo(ChronoUnit.SECONDS).toString();
        } catch (DateTimeParseException damaged) {
            return at;
        }
    }

    @Override
    ObjectNode json() {
        var json = JsonNodeFactory.instance.objectNode().put("apiVersion", "tessera/v1").put("kind", "Journal");
        var list = json.putArray("runs");
        runs.forEach(run -> list.add(json(run)));
        return json;
    }

    private static ObjectNode json(PastRun run) {
        var begun = run.begun();
        var last = run.last();
        var json = JsonNodeFactory.instance.objectNode().put("run", begun.run()).put("at", begun.at())
                .put("ended", run.ended().map(JournalEntry::at).orElse(null)).put("context", begun.place().context())
                .put("server", begun.place().server()).put("user", begun.place().user()).put("verb", begun.verb())
                .put("words", begun.words()).put("result", run.result()).put("detail", last.detail());
        begun.objects().forEach(json.putArray("objects")::add);
        last.leaves().forEach(json.putArray("leaves")::add);
        json.put("undo", last.undo().isEmpty() ? null : last.undo());
        json.put("undoCommand", run.undoCommand().orElse(null));
        var steps = json.putArray("steps");
        for (var step : run.steps()) {
            steps.addObject().put("at", step.at()).put("words", step.words())
                    .put("event", step.event() == JournalEntry.JournalEvent.STEP_BEGUN ? "begun" : "ended")
                    .put("result", step.result()).put("detail", step.detail());
        }
        return json;
    }
}
