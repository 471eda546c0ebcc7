package tessera.demo.api.contract;

/** A metrics API that is absent, and one that is registered but does not answer. */
class AggregationContractTest extends ReplayTest {

    AggregationContractTest() {
        super("14-metrics-and-aggregation");
    }
}
