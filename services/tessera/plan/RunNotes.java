package tessera.plan;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.Kind;
import tessera.plan.Receipt.Ending;
import tessera.plan.StepState.Progress;
import tessera.plan.draft.PlannedStep;
import tessera.plan.intent.Intent;
import tessera.plan.journal.Entry;
import tessera.plan.journal.Entry.Event;
import tessera.plan.journal.Entry.Place;
import tessera.plan.journal.Journal;

/** What is written down of a run while it goes on and when it ends. One thread at a time. */
final class RunNotes {

    private final Journal journal;
    private final String run;
    private final Intent intent;
    private final Place place;
    private final Instant began;
    private final List<Problem> problems = new ArrayList<>();

    /** What became of something, in a word, and what went wrong. */
    private record Result(String word, String detail) {
        private static final Result OPEN = new Result("", "");
    }

    RunNotes(Journal journal, String run, Intent intent, Place place, Instant began) {
        this.journal = journal;
        this.run = run;
        this.intent = intent;
        this.place = place;
        this.began = began;
    }

    /** Notes that it begins, before anything else may happen. */
    void begin(List<PlannedStep> steps) throws Failure {
        var objects = steps.stream().map(step -> step.step().object()).map(ObjectRef::toString).distinct().toList();
        journal.append(entry(began, Event.BEGUN, intent.words(), objects, Result.OPEN));
    }

    /** Notes that it will not even begin, and why. */
    Receipt refuse(List<PlannedStep> steps, List<Problem> why, Instant at) throws Failure {
        journal.append(entry(began, Event.REFUSED, intent.words(), List.of(),
                new Result("refused", why.getFirst().sentence())));
        return new Receipt(run, place.context(), place.user(), intent, began, at, Ending.REFUSED,
                steps.stream().map(StepState::of).toList(), List.of(), Optional.empty(), why);
    }

    void begin(PlannedStep step, Instant at) {
        note(entry(at, Event.STEP_BEGUN, step.words(), List.of(step.step().object().toString()),
                Result.OPEN));
    }

    /** Notes what became of a step, and what is so by then, in case that nothing is noted after it. */
    void end(List<StepState> steps, int at, Instant ended) {
        var step = steps.get(at);
        var problem = step.problem();
        var undo = Undo.of(steps);
        note(new Entry(ended.toString(), run, Event.STEP_ENDED, place, intent.verb(), step.planned().words(),
                List.of(step.planned().step().object().toString()), word(step.progress()),
                problem == null ? "" : problem.sentence(), leaves(steps),
                undo.map(Intent::words).orElse("")).back(undo.map(Undo::commands).orElse(List.of())));
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private Entry entry(Instant at, Event event, String words, List<String> objects, Result result) {
        return new Entry(at.toString(), run, event, place, intent.verb(), words, objects, result.word(),
                result.detail(), List.of(), "");
    }

    /** What is under way cannot wait for a full disk; that it is not noted is told in the end. */
    private void note(Entry entry) {
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
    Receipt end(List<StepState> steps, List<String> remains, Instant ended) {
        var leaves = new ArrayList<>(leaves(steps));
        leaves.addAll(remains);
        var undo = Undo.of(steps);
        var ending = ending(steps);
        var detail = steps.stream().flatMap(step -> Optional.ofNullable(step.problem()).stream()).findFirst()
                .map(Problem::sentence).orElse("");
        note(new Entry(ended.toString(), run, Event.ENDED, place, intent.verb(), intent.words(), List.of(),
                word(ending), detail, leaves, undo.map(Intent::words).orElse(""))
                .back(undo.map(Undo::commands).orElse(List.of())));
        return new Receipt(run, place.context(), place.user(), intent, began, ended, ending, steps, leaves, undo,
                problems);
    }

    private static List<String> leaves(List<StepState> steps) {
        var leaves = new ArrayList<String>();
        for (var step : steps) {
            var words = step.planned().leaves();
            var ended = step.planned().ends();
            if (step.progress() == Progress.DONE) {
                leaves.remove(ended);
            } else if (step.progress() == Progress.UNKNOWN && leaves.remove(ended)) {
                leaves.add("It is not known whether " + ended);
            }
            if (!words.isEmpty() && step.progress() == Progress.DONE) {
                leaves.add(words);
            } else if (!words.isEmpty() && step.progress() == Progress.UNKNOWN) {
                leaves.add("It is not known whether " + words);
            }
        }
        return leaves;
    }

    private static Ending ending(List<StepState> steps) {
        if (steps.stream().allMatch(step -> step.progress() == Progress.DONE)) {
            return Ending.DONE;
        }
        if (steps.stream().anyMatch(step -> step.progress() == Progress.UNKNOWN)) {
            return Ending.UNKNOWN;
        }
        var failed = steps.stream().flatMap(step -> Optional.ofNullable(step.problem()).stream()).findFirst();
        if (failed.isEmpty()) {
            return Ending.CANCELLED;
        }
        boolean nothing = steps.stream().noneMatch(step -> step.progress() == Progress.DONE);
        return nothing && failed.get().kind() == Kind.READ_ONLY ? Ending.REFUSED : Ending.FAILED;
    }
}
