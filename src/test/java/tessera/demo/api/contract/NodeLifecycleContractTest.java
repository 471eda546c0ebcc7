package tessera.demo.api.contract;

/** A node that comes, and one that is lost, as clients see them. */
class NodeLifecycleContractTest extends ReplayTest {

    NodeLifecycleContractTest() {
        super("18-node-lifecycle");
    }
}
