package tessera.plan.journal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import tessera.model.CommandTarget;
import tessera.plan.journal.JournalEntry.JournalEvent;

/**
 * A run as the journal tells it.
 *
 * @param begun the line of its beginning, or of its refusal
 * @param steps the lines about its steps
 * @param ended empty when it was cut short, or still runs
 * @param lives whether the program that began it was there as the journal was read
 */
public record PastRun(JournalEntry begun, List<JournalEntry> steps, Optional<JournalEntry> ended, boolean lives) {

    public PastRun {
        steps = List.copyOf(steps);
    }

    /** The runs of a journal, oldest first. */
    public static List<PastRun> of(List<JournalEntry> entries) {
        var byRun = new LinkedHashMap<String, List<JournalEntry>>();
        entries.forEach(entry -> byRun.computeIfAbsent(entry.run(), _ -> new ArrayList<>()).add(entry));
        return byRun.values().stream().map(PastRun::one).toList();
    }

    private static PastRun one(List<JournalEntry> lines) {
        var steps = lines.stream()
                .filter(line -> line.event() == JournalEvent.STEP_BEGUN || line.event() == JournalEvent.STEP_ENDED)
                .toList();
        var ended = lines.stream().filter(line -> line.event() == JournalEvent.ENDED).findFirst();
        var begun = lines.getFirst();
        return new PastRun(begun, steps, ended,
                ended.isEmpty() && begun.event() != JournalEvent.REFUSED && JournalWriter.lives(begun.writer()));
    }

    /**
     * What became of it, in a word: that of its end; {@code running} while the program that began it is there; and
     * {@code interrupted} where no end is noted and it is not, or that is not known.
     */
    public String result() {
        if (begun.event() == JournalEvent.REFUSED) {
            return begun.result();
        }
        return ended.map(JournalEntry::result).orElseGet(() -> lives ? "running" : "interrupted");
    }

    /** What a program said with its end that was run in a container, e.g. {@code exit code 1}; empty where that is 0. */
    public Optional<String> exit() {
        return ended.map(JournalEntry::detail)
                .filter(detail -> result().equals("done") && detail.startsWith("exit code "));
    }

    /** The line that says most: of its end, where there is one, or else of the last step that ended. */
    public JournalEntry last() {
        return ended.orElseGet(() -> steps.reversed().stream().filter(step -> step.event() == JournalEvent.STEP_ENDED)
                .findFirst().orElse(steps.isEmpty() ? begun : steps.getLast()));
    }

    /** The commands that plan the way back, with the context that was changed; none where there is none, or they are not noted. */
    public List<String> back() {
        if (begun.place().simulated()) {
            return List.of();
        }
        var target = CommandTarget.named(begun.place().context(), null);
        return last().back().stream().map(target::of).toList();
    }

    /** The command that plans the way back; empty where nothing leads there, or the change is still under way. */
    public Optional<String> undoCommand() {
        return back().isEmpty() || result().equals("running") ? Optional.empty()
                : Optional.of("tessera journal undo " + begun.run());
    }

    /** Steps that began and of which no end is noted: done or not. */
    public List<JournalEntry> open() {
        var last = new LinkedHashMap<String, JournalEntry>();
        steps.forEach(step -> last.put(step.words(), step));
        return last.values().stream().filter(step -> step.event() == JournalEvent.STEP_BEGUN).toList();
    }
}
