package tessera.plan;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.plan.RunReceipt.RunEnding;
import tessera.plan.StepState.StepProgress;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.journal.ChangeJournal;
import tessera.plan.journal.JournalEntry;
import tessera.plan.journal.JournalEntry.JournalCluster;
import tessera.plan.journal.JournalEntry.JournalEvent;
import tessera.plan.model.PlannedStep;

/** What is written down of a run while it goes on and when it ends. One thread at a time. */
final class RunNotes {

    private final ChangeJournal journal;
    private final String run;
    private final ChangeIntent intent;
    private final JournalCluster place;
    private final Instant began;
    private final List<Problem> problems = new ArrayList<>();

    /** What became of something, in a word, and what went wrong. */
    private record NoteResult(String word, String detail) {
        private static final NoteResult OPEN = new NoteResult("", "");
    }

    RunNotes(ChangeJournal journal, String run, ChangeIntent intent, JournalCluster place, Instant began) {
        this.journal = journal;
        this.run = run;
        this.intent = intent;
        this.place = place;
        this.began = began;
    }

    /** Notes that it begins, before anything else may happen. */
    void begin(List<PlannedStep> steps) throws Failure {
        var objects = steps.stream().map(step -> step.step().object()).map(ObjectRef::toString).distinct().toList();
        journal.append(entry(began, JournalEvent.BEGUN, intent.words(), objects, NoteResult.OPEN));
    }

    /** Notes that it will not even begin, and why. */
    RunReceipt refuse(List<PlannedStep> steps, List<Problem> why, Instant at) throws Failure {
        journal.append(entry(began, JournalEvent.REFUSED, intent.words(), List.of(),
                new NoteResult("refused", why.getFirst().sentence())));
        return new RunReceipt(run, place.context(), place.user(), intent, began, at, RunEnding.REFUSED,
                steps.stream().map(StepState::of).toList(), List.of(), Optional.empty(), why);
    }

    void begin(PlannedStep step, Instant at) {
        note(entry(at, JournalEvent.STEP_BEGUN, step.words(), List.of(step.step().object().toString()),
                NoteResult.OPEN));
    }

    /** Notes what became of a step, and what is so by then, in case that nothing is noted after it. */
    void end(List<StepState> steps, int at, Instant ended) {
        var step = steps.get(at);
        var problem = step.problem();
        var undo = UndoPlanner.of(steps);
        note(new JournalEntry(ended.toString(), run, JournalEvent.STEP_ENDED, place, intent.verb(),
                step.planned().words(),
                List.of(step.planned().step().object().toString()), word(step.progress()),
                problem == null ? "" : problem.sentence(), leaves(steps),
                undo.map(ChangeIntent::words).orElse("")).back(undo.map(UndoPlanner::commands).orElse(List.of())));
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private JournalEntry entry(Instant at, JournalEvent event, String words, List<String> objects, NoteResult result) {
        return new JournalEntry(at.toString(), run, event, place, intent.verb(), words, objects, result.word(),
                result.detail(), List.of(), "");
    }

    /** What is under way cannot wait for a full disk; that it is not noted is told in the end. */
    private void note(JournalEntry entry) {
        try {
            journal.append(entry);
        } catch (Failure failure) {
            if (!problems.contains(failure.problem())) {
                problems.add(failure.problem());
            }
        }
    }

    /**
     * Sums it up, and notes that it ended.
     *
     * @param remains what is so for the time being because of what nobody waited for
     */
    RunReceipt end(List<StepState> steps, List<String> remains, Instant ended) {
        var leaves = new ArrayList<>(leaves(steps));
        leaves.addAll(remains);
        var undo = UndoPlanner.of(steps);
        var ending = ending(steps);
        var detail = steps.stream().flatMap(step -> Optional.ofNullable(step.problem()).stream()).findFirst()
                .map(Problem::sentence).orElse("");
        note(new JournalEntry(ended.toString(), run, JournalEvent.ENDED, place, intent.verb(), intent.words(),
                List.of(),
                word(ending), detail, leaves, undo.map(ChangeIntent::words).orElse(""))
                .back(undo.map(UndoPlanner::commands).orElse(List.of())));
        return new RunReceipt(run, place.context(), place.user(), intent, began, ended, ending, steps, leaves, undo,
                problems);
    }

    private static List<String> leaves(List<StepState> steps) {
        var leaves = new ArrayList<String>();
        for (var step : steps) {
            var words = step.planned().leaves();
            var ended = step.planned().ends();
            if (step.progress() == StepProgress.DONE) {
                leaves.remove(ended);
            } else if (step.progress() == StepProgress.UNKNOWN && leaves.remove(ended)) {
                leaves.add("It is not known whether " + ended);
            }
            if (!words.isEmpty() && step.progress() == StepProgress.DONE) {
                leaves.add(words);
            } else if (!words.isEmpty() && step.progress() == StepProgress.UNKNOWN) {
                leaves.add("It is not known whether " + words);
            }
        }
        return leaves;
    }

    private static RunEnding ending(List<StepState> steps) {
        if (steps.stream().allMatch(step -> step.progress() == StepProgress.DONE)) {
            return RunEnding.DONE;
        }
        if (steps.stream().anyMatch(step -> step.progress() == StepProgress.UNKNOWN)) {
            return RunEnding.UNKNOWN;
        }
        var failed = steps.stream().flatMap(step -> Optional.ofNullable(step.problem()).stream()).findFirst();
        if (failed.isEmpty()) {
            return RunEnding.CANCELLED;
        }
        boolean nothing = steps.stream().noneMatch(step -> step.progress() == StepProgress.DONE);
        return nothing && failed.get().kind() == ProblemKind.READ_ONLY ? RunEnding.REFUSED : RunEnding.FAILED;
    }
}
