package tessera.plan;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tessera.model.Problem;
import tessera.plan.StepState.Progress;
import tessera.plan.intent.Intent;

/**
 * What became of a run: what was done, what was not, and of what that is not known.
 *
 * @param run      names the run in the journal
 * @param steps    all of the plan, also those never begun
 * @param leaves   what is so now and lasts until somebody changes it, each a sentence without a full stop
 * @param undo     what takes back what was done, or may have been; empty when nothing does, or need be
 * @param problems what else went wrong, such as a journal that could not be written
 */
public record Receipt(String run, String context, String user, Intent intent, Instant began, Instant ended,
        Ending ending, List<StepState> steps, List<String> leaves, Optional<Intent> undo, List<Problem> problems) {

    /** How a run ended. */
    public enum Ending {
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

    public Receipt {
        steps = List.copyOf(steps);
        leaves = List.copyOf(leaves);
        problems = List.copyOf(problems);
    }

    public List<StepState> done() {
        return steps.stream().filter(step -> step.progress() == Progress.DONE).toList();
    }

    /** Surely not done. */
    public List<StepState> notDone() {
        return steps.stream().filter(step -> step.progress() != Progress.DONE && step.progress() != Progress.UNKNOWN)
                .toList();
    }

    /** Done or not. */
    public List<StepState> unknown() {
        return steps.stream().filter(step -> step.progress() == Progress.UNKNOWN).toList();
    }
}
