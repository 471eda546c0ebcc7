package tessera.plan;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tessera.model.Problem;
import tessera.plan.PlanStepState.StepProgress;
import tessera.plan.intent.ChangeIntent;

/**
 * The receipt of a run: steps done, not done, and unknown.
 *
 * @param run      names the run in the journal
 * @param steps    all of the plan, also those never begun
 * @param lastingEffects   what is so now and lasts until somebody changes it, each a sentence without a full stop
 * @param undo     what takes back what was done, or may have been; empty when nothing does, or need be
 * @param problems what else went wrong, such as a journal that could not be written
 */
public record PlanRunReceipt(String run, String context, String user, ChangeIntent intent, Instant startedAt,
        Instant endedAt, PlanRunEnding ending, List<PlanStepState> steps, List<String> lastingEffects,
        Optional<ChangeIntent> undo, List<Problem> problems) {

    /** The way in which a run ended. */
    public enum PlanRunEnding {
        /** All was done. */
        DONE,
        /** The user stopped it. */
        CANCELLED,
        /** A step failed. */
        FAILED,
        /** Of a step it is not known whether it was done. */
        UNKNOWN,
        /** Nothing was sent: read-only mode. */
        REFUSED
    }

    public PlanRunReceipt {
        steps = List.copyOf(steps);
        lastingEffects = List.copyOf(lastingEffects);
        problems = List.copyOf(problems);
    }

    public List<PlanStepState> stepsDone() {
        return steps.stream().filter(step -> step.progress() == StepProgress.DONE).toList();
    }

    /** Returns the steps that certainly were not done. */
    public List<PlanStepState> stepsNotDone() {
        return steps.stream()
                .filter(step -> step.progress() != StepProgress.DONE && step.progress() != StepProgress.UNKNOWN)
                .toList();
    }

    /** Returns the steps that may or may not have been done. */
    public List<PlanStepState> stepsUnknown() {
        return steps.stream().filter(step -> step.progress() == StepProgress.UNKNOWN).toList();
    }
}
