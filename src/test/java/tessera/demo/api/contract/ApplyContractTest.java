package tessera.demo.api.contract;

/** Server-side apply. */
class ApplyContractTest extends ReplayTest {

    ApplyContractTest() {
        super("07-server-side-apply");
    }
}
