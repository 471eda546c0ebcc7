package tessera.demo.api.contract;

/** Conflicts, preconditions, rehearsals, finalizers, graceful deletion. */
class ConcurrencyContractTest extends ReplayTest {

    ConcurrencyContractTest() {
        super("08-concurrency-and-dryrun");
    }
}
