package tessera.plan.step;

import tessera.model.Problem;

/** The outcome of a step. */
public sealed interface PlanStepOutcome {

    /**
     * The step certainly succeeded.
     *
     * @param text what the cluster says now, fit to show; may be empty
     */
    record StepSuccessOutcome(String text) implements PlanStepOutcome {}

    /** The step certainly had no effect. */
    record StepFailureOutcome(Problem problem) implements PlanStepOutcome {}

    /** The step may or may not have taken effect, as no answer came. */
    record StepUnknownOutcome(Problem problem) implements PlanStepOutcome {}

    /** The user gave up waiting; the step certainly did not complete. */
    record StepAbandonedOutcome() implements PlanStepOutcome {}
}
