package tessera.cluster.change;

import tessera.model.Problem;

/** One observation of an awaited condition. */
sealed interface AwaitedConditionObservation {

    /**
     * The condition is not met yet, or is met if nothing is missing.
     *
     * @param missingText is still otherwise; empty when all is as expected
     */
    record ConditionProgress(String missingText) implements AwaitedConditionObservation {}

    /** The condition can no longer be met. */
    record ConditionImpossible(Problem problem) implements AwaitedConditionObservation {}
}
