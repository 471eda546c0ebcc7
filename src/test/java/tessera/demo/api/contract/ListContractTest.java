package tessera.demo.api.contract;

/** Lists: pages, versions, selectors, forms. */
class ListContractTest extends ReplayTest {

    ListContractTest() {
        super("02-lists");
    }
}
