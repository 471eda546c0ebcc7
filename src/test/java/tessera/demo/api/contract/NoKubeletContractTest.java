package tessera.demo.api.contract;

/** Logs, commands and proxying where no kubelet answers. */
class NoKubeletContractTest extends ReplayTest {

    NoKubeletContractTest() {
        super("15-no-kubelet");
    }
}
