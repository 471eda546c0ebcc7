package tessera.plan.step;

import tessera.model.Problem;

/** What became of a step. */
public sealed interface StepOutcome {

    /**
     * Surely done.
     *
     * @param words what the cluster says now, fit to show; may be empty
     */
    record StepDone(String words) implements StepOutcome {}

    /** Surely not done. */
    record StepFailed(Problem problem) implements StepOutcome {}

    /** It may have been done or not: the answer never came. */
    record StepUnknown(Problem problem) implements StepOutcome {}

    /** The user did not want to wait any longer; surely not done. */
    record GivenUp() implements StepOutcome {}
}
