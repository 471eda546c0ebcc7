package tessera.cluster.change;

import tessera.model.Problem;

/** What is seen of something that is waited for. */
sealed interface WaitObservation {

    /**
     * It may yet come.
     *
     * @param what is still otherwise; empty when all is as expected
     */
    record StillMissing(String what) implements WaitObservation {}

    /** It will not come. */
    record NeverComing(Problem why) implements WaitObservation {}
}
