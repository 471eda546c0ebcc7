package tessera.demo.api.contract;

/** Custom resources, from their definition to its end. */
class CustomResourceContractTest extends ReplayTest {

    CustomResourceContractTest() {
        super("12-custom-resources");
    }
}
