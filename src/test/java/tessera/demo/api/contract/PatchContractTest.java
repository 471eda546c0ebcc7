package tessera.demo.api.contract;

/** Patches of every kind, on a node. */
class PatchContractTest extends ReplayTest {

    PatchContractTest() {
        super("06-patch");
    }
}
