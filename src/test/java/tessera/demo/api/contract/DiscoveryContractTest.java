package tessera.demo.api.contract;

/** Versions, groups, resources, health. */
class DiscoveryContractTest extends ReplayTest {

    DiscoveryContractTest() {
        super("01-discovery");
    }
}
