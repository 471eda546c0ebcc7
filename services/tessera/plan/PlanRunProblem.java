package tessera.plan;

import tessera.text.Reason;

/** The reason why a plan is not carried out, or not to its end. */
sealed interface PlanRunProblem extends Reason {

    /**
     * Change forbidden.
     *
     * @param access what is denied, after “may not”
     */
    record ChangeForbidden(String access) implements PlanRunProblem {}

    record FieldsOwnedByOthers(String object) implements PlanRunProblem {}

    record PreviewOutdated() implements PlanRunProblem {}

    record PreviewAlreadyApplied() implements PlanRunProblem {}

    record RunInterrupted() implements PlanRunProblem {}

    record WaitAbandoned() implements PlanRunProblem {}
}
