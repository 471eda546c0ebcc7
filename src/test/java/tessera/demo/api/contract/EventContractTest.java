package tessera.demo.api.contract;

/** Events, through both of their APIs. */
class EventContractTest extends ReplayTest {

    EventContractTest() {
        super("11-scheduler");
    }
}
