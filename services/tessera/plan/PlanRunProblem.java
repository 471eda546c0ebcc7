package tessera.plan;

import tessera.text.Reason;

/** The reason why a plan is not carried out, or not to its end. */
sealed interface PlanRunProblem extends Reason {

    /**
     * A change that the user's RBAC permissions do not allow.
     *
     * @param access the denied permission, worded to follow “may not”
     */
    record ChangeForbidden(String access) implements PlanRunProblem {}

    record FieldsOwnedByOthers(String object) implements PlanRunProblem {}

    record PreviewOutdated() implements PlanRunProblem {}

    record PreviewAlreadyApplied() implements PlanRunProblem {}

    record RunInterrupted() implements PlanRunProblem {}

    record WaitAbandoned() implements PlanRunProblem {}
}
