package tessera.plan;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tessera.model.Problem;
import tessera.plan.StepState.StepProgress;
import tessera.plan.intent.ChangeIntent;

/**
 * What became of a run: what was done, what was not, and of what that is not known.
 *
 * @param run      names the run in the journal
 * @param steps    all of the plan, also those never begun
 * @param leaves   what is so now and lasts until somebody changes it, each a sentence without a full stop
 * @param undo     what takes back what was done, or may have been; empty when nothing does, or need be
 * @param problems what else went wrong, such as a journal that could not be written
 */
public record RunReceipt(String run, String context, String user, ChangeIntent intent, Instant began, Instant ended,
        RunEnding ending, List<StepState> steps, List<String> leaves, Optional<ChangeIntent> undo,
        List<Problem> problems) {

    /** How a run ended. */
    public enum RunEnding {
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

    public RunReceipt {
        steps = List.copyOf(steps);
        leaves = List.copyOf(leaves);
        problems = List.copyOf(problems);
    }

    public List<StepState> done() {
        return steps.stream().filter(step -> step.progress() == StepProgress.DONE).toList();
    }

    /** Surely not done. */
    public List<StepState> notDone() {
        return steps.stream()
                .filter(step -> step.progress() != StepProgress.DONE && step.progress() != StepProgress.UNKNOWN)
                .toList();
    }

    /** Done or not. */
    public List<StepState> unknown() {
        return steps.stream().filter(step -> step.progress() == StepProgress.UNKNOWN).toList();
    }
}
