package tessera.plan.context;

import tessera.text.Reason;

/** The reason why the input of a planner is incomplete, or speaks against the change. */
sealed interface PlannerInputProblem extends Reason {

    record NamespaceInUse(String namespace) implements PlannerInputProblem {}

    record NamespaceContentUnknown(String namespace) implements PlannerInputProblem {}

    record PlannedNodeMissing(String node) implements PlannerInputProblem {}
}
