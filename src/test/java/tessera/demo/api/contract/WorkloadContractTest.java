package tessera.demo.api.contract;

/** Deployments, jobs and daemon sets, as clients make, scale and end them. */
class WorkloadContractTest extends ReplayTest {

    WorkloadContractTest() {
        super("17-workloads");
    }
}
