package tessera.demo.api.contract;

/** Binding, status and eviction of pods. */
class PodSubresourceContractTest extends ReplayTest {

    PodSubresourceContractTest() {
        super("09-pod-subresources");
    }
}
