package tessera.demo.api.contract;

/** Quotas and limit ranges on GPUs. */
class QuotaContractTest extends ReplayTest {

    QuotaContractTest() {
        super("05-quota-and-limitrange");
    }
}
