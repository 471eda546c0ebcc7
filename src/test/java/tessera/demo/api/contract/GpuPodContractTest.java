package tessera.demo.api.contract;

/** Pods that ask for GPUs: what is accepted, refused, and may change. */
class GpuPodContractTest extends ReplayTest {

    GpuPodContractTest() {
        super("04-gpu-pod-validation");
    }
}
