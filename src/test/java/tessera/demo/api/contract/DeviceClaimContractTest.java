package tessera.demo.api.contract;

/** Dynamic resource allocation, as clients ask for it. */
class DeviceClaimContractTest extends ReplayTest {

    DeviceClaimContractTest() {
        super("13-dra");
    }
}
