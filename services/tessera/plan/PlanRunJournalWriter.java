package tessera.plan;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.PlanRunReceipt.PlanRunEnding;
import tessera.plan.PlanStepState.StepProgress;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.journal.ChangeJournal;
import tessera.plan.journal.ChangeJournalEntry;
import tessera.plan.journal.ChangeJournalEntry.JournalCluster;
import tessera.plan.journal.ChangeJournalEntry.JournalEvent;
import tessera.plan.model.PlanStepWithUndo;
import tessera.text.MessageCatalog;

/** The journal entries of a run, during and at its end. One thread at a time. */
final class PlanRunJournalWriter {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PlanRunJournalWriter.class);

    private final ChangeJournal journal;
    private final String run;
    private final ChangeIntent intent;
    private final JournalCluster journalCluster;
    private final Instant startedAt;
    private final List<Problem> problems = new ArrayList<>();

    /** The result of an event in one word, with the error if there was one. */
    private record JournaledEventResult(String result, String detail) {
        private static final JournaledEventResult OPEN = new JournaledEventResult("", "");
    }

    PlanRunJournalWriter(ChangeJournal journal, String run, ChangeIntent intent, JournalCluster journalCluster,
            Instant startedAt) {
        this.journal = journal;
        this.run = run;
        this.intent = intent;
        this.journalCluster = journalCluster;
        this.startedAt = startedAt;
    }

    /** Writes that the run begins, before anything else may happen. */
    void beginRun(List<PlanStepWithUndo> steps) throws ProblemException {
        var objects = steps.stream().map(step -> step.step().object()).map(ObjectRef::toString).distinct().toList();
        journal.append(
                createEntry(startedAt, JournalEvent.BEGUN, intent.summaryText(), objects, JournaledEventResult.OPEN));
    }

    /** Writes that the run is refused, and why. */
    PlanRunReceipt refuseRun(List<PlanStepWithUndo> steps, List<Problem> why, Instant at) throws ProblemException {
        journal.append(createEntry(startedAt, JournalEvent.REFUSED, intent.summaryText(), List.of(),
                new JournaledEventResult("refused", why.getFirst().problemText())));
        return new PlanRunReceipt(run, journalCluster.context(), journalCluster.user(), intent, startedAt, at,
                PlanRunEnding.REFUSED, steps.stream().map(PlanStepState::forPlannedStep).toList(), List.of(),
                Optional.empty(), why);
    }

    void beginStep(PlanStepWithUndo step, Instant at) {
        writeEntry(createEntry(at, JournalEvent.STEP_BEGUN, step.text(), List.of(step.step().object().toString()),
                JournaledEventResult.OPEN));
    }

    /** Writes the outcome of a step and the state it leaves, in case nothing is written after it. */
    void endStep(List<PlanStepState> steps, int at, Instant endTime) {
        var step = steps.get(at);
        var problem = step.problem();
        var undo = UndoPlanner.planUndo(steps);
        writeEntry(new ChangeJournalEntry(endTime.toString(), run, JournalEvent.STEP_ENDED, journalCluster,
                intent.verb(), step.planned().text(), List.of(step.planned().step().object().toString()),
                constantWord(step.progress()), problem == null ? "" : problem.problemText(), lastingEffects(steps),
                undo.map(ChangeIntent::summaryText).orElse(""))
                .withUndoCommands(undo.map(UndoPlanner::undoCommands).orElse(List.of())));
    }

    private static String constantWord(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private ChangeJournalEntry createEntry(Instant at, JournalEvent event, String text, List<String> objects,
            JournaledEventResult result) {
        return new ChangeJournalEntry(at.toString(), run, event, journalCluster, intent.verb(), text, objects,
                result.result(), result.detail(), List.of(), "");
    }

    /** Writes an entry; a failure, such as a full disk, does not stop the run and is reported at its end. */
    private void writeEntry(ChangeJournalEntry entry) {
        try {
            journal.append(entry);
        } catch (ProblemException problemException) {
            if (!problems.contains(problemException.problem())) {
                problems.add(problemException.problem());
            }
        }
    }

    /**
     * Sums up the run and writes that it ended.
     *
     * @param remains what is so for the time being because of what nobody waited for
     */
    PlanRunReceipt endRun(List<PlanStepState> steps, List<String> remains, Instant endTime) {
        var leaves = new ArrayList<>(lastingEffects(steps));
        leaves.addAll(remains);
        var undo = UndoPlanner.planUndo(steps);
        var ending = endingOf(steps);
        var detail = steps.stream().flatMap(step -> Optional.ofNullable(step.problem()).stream()).findFirst()
                .map(Problem::problemText).orElse("");
        writeEntry(new ChangeJournalEntry(endTime.toString(), run, JournalEvent.ENDED, journalCluster, intent.verb(),
                intent.summaryText(), List.of(), constantWord(ending), detail, leaves,
                undo.map(ChangeIntent::summaryText).orElse(""))
                .withUndoCommands(undo.map(UndoPlanner::undoCommands).orElse(List.of())));
        return new PlanRunReceipt(run, journalCluster.context(), journalCluster.user(), intent, startedAt, endTime,
                ending, steps, leaves, undo, problems);
    }

    private static List<String> lastingEffects(List<PlanStepState> steps) {
        var leaves = new ArrayList<String>();
        for (var step : steps) {
            var text = step.planned().lastingEffect();
            var ended = step.planned().endsText();
            if (step.progress() == StepProgress.DONE) {
                leaves.remove(ended);
            } else if (step.progress() == StepProgress.UNKNOWN && leaves.remove(ended)) {
                leaves.add(MESSAGES.text("effect.unknown", ended));
            }
            if (!text.isEmpty() && step.progress() == StepProgress.DONE) {
                leaves.add(text);
            } else if (!text.isEmpty() && step.progress() == StepProgress.UNKNOWN) {
                leaves.add(MESSAGES.text("effect.unknown", text));
            }
        }
        return leaves;
    }

    private static PlanRunEnding endingOf(List<PlanStepState> steps) {
        if (steps.stream().allMatch(step -> step.progress() == StepProgress.DONE)) {
            return PlanRunEnding.DONE;
        }
        if (steps.stream().anyMatch(step -> step.progress() == StepProgress.UNKNOWN)) {
            return PlanRunEnding.UNKNOWN;
        }
        var failed = steps.stream().flatMap(step -> Optional.ofNullable(step.problem()).stream()).findFirst();
        if (failed.isEmpty()) {
            return PlanRunEnding.CANCELLED;
        }
        boolean nothing = steps.stream().noneMatch(step -> step.progress() == StepProgress.DONE);
        if (nothing && failed.get().kind() == OperationProblemKind.READ_ONLY) {
            return PlanRunEnding.REFUSED;
        }
        return PlanRunEnding.FAILED;
    }
}
