package tessera.cluster.change;

import tessera.model.Problem;

/** What is seen of something that is waited for. */
sealed interface Sight {

    /**
     * It may yet come.
     *
     * @param what is still otherwise; empty when all is as expected
     */
    record Missing(String what) implements Sight {}

    /** It will not come. */
    record Hopeless(Problem why) implements Sight {}
}
