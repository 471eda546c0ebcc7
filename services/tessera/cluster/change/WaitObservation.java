package tessera.cluster.change;

import tessera.model.Problem;

/** One observation of an awaited condition. */
sealed interface WaitObservation {

    /**
     * The condition is not met yet, or is met if nothing is missing.
     *
     * @param missingText is still otherwise; empty when all is as expected
     */
    record StillMissing(String missingText) implements WaitObservation {}

    /** The condition can no longer be met. */
    record NeverComing(Problem why) implements WaitObservation {}
}
