package tessera.demo.api.contract;

/** Errors, permissions and reviews of access. */
class ErrorContractTest extends ReplayTest {

    ErrorContractTest() {
        super("10-errors-and-authz");
    }
}
