package tessera.plan.journal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import tessera.model.ContainerExitNotation;
import tessera.model.CopiedCommandContext;
import tessera.plan.journal.ChangeJournalEntry.JournalEvent;

/**
 * A run as recorded in the journal.
 *
 * @param startEntry the line of its beginning, or of its refusal
 * @param steps the lines about its steps
 * @param endEntry empty when it was cut short, or still runs
 * @param running whether the program that began it was there as the journal was read
 */
public record JournaledPlanRun(ChangeJournalEntry startEntry, List<ChangeJournalEntry> steps,
        Optional<ChangeJournalEntry> endEntry, boolean running) {

    public JournaledPlanRun {
        steps = List.copyOf(steps);
    }

    /** Returns the runs of a journal, oldest first. */
    public static List<JournaledPlanRun> groupByRun(List<ChangeJournalEntry> entries) {
        var byRun = new LinkedHashMap<String, List<ChangeJournalEntry>>();
        for (var entry : entries) {
            byRun.computeIfAbsent(entry.run(), _ -> new ArrayList<>()).add(entry);
        }
        return byRun.values().stream().map(JournaledPlanRun::fromRunEntries).toList();
    }

    private static JournaledPlanRun fromRunEntries(List<ChangeJournalEntry> lines) {
        var steps = lines.stream()
                .filter(entry -> entry.event() == JournalEvent.STEP_BEGUN || entry.event() == JournalEvent.STEP_ENDED)
                .toList();
        var ended = lines.stream().filter(entry -> entry.event() == JournalEvent.ENDED).findFirst();
        var startEntry = lines.getFirst();
        return new JournaledPlanRun(startEntry, steps, ended,
                ended.isEmpty() && startEntry.event() != JournalEvent.REFUSED
                        && ChangeJournalWriterIdentity.isAlive(startEntry.writer()));
    }

    /**
     * Returns the result of the run in a word: that of its end; {@code running} while its program lives; else {@code interrupted}.
     */
    public String resultWord() {
        if (startEntry.event() == JournalEvent.REFUSED) {
            return startEntry.result();
        }
        return endEntry.map(ChangeJournalEntry::result).orElseGet(() -> running ? "running" : "interrupted");
    }

    /** Returns the exit of a program that ran in a container, e.g. {@code exit code 1}; empty where that is 0. */
    public Optional<String> exitText() {
        return endEntry.map(ChangeJournalEntry::detail)
                .filter(detail -> resultWord().equals("done") && ContainerExitNotation.isExit(detail));
    }

    /** Returns the most informative entry: that of the end, or else of the last step that ended. */
    public ChangeJournalEntry mostTellingEntry() {
        return endEntry.orElseGet(this::lastStepEntry);
    }

    private ChangeJournalEntry lastStepEntry() {
        return steps.reversed().stream().filter(step -> step.event() == JournalEvent.STEP_ENDED).findFirst()
                .orElse(steps.isEmpty() ? startEntry : steps.getLast());
    }

    /** Returns the commands that plan the undo, for the changed context; empty if there is no undo, or none is recorded. */
    public List<String> undoPlanCommands() {
        if (startEntry.cluster().isSimulated()) {
            return List.of();
        }
        var target = CopiedCommandContext.forContext(startEntry.cluster().context(), null);
        return mostTellingEntry().undoCommands().stream().map(target::targetCommand).toList();
    }

    /** Returns the command that undoes the run; empty if it cannot be undone, or is still running. */
    public Optional<String> undoCommand() {
        if (undoPlanCommands().isEmpty() || resultWord().equals("running")) {
            return Optional.empty();
        }
        return Optional.of("tessera %s %s".formatted("journal undo", startEntry.run()));
    }

    /** Returns the steps that began and have no recorded end, so may or may not be done. */
    public List<ChangeJournalEntry> unfinishedSteps() {
        var last = new LinkedHashMap<String, ChangeJournalEntry>();
        steps.forEach(step -> last.put(step.text(), step));
        return last.values().stream().filter(step -> step.event() == JournalEvent.STEP_BEGUN).toList();
    }
}
