package tessera.app;

import java.util.NoSuchElementException;
import java.util.function.Supplier;
import tessera.cluster.kubeconfig.KubeContext;
import tessera.cluster.kubeconfig.KubeconfigWatch;

/** A context as the kubeconfig files have it now; its last form if it is gone from them. */
final class KubeconfigContext implements Supplier<KubeContext> {

    private final KubeconfigWatch kubeconfig;
    private final String name;
    private volatile KubeContext last;

    /** @throws NoSuchElementException when the files do not have it to begin with */
    KubeconfigContext(KubeconfigWatch kubeconfig, String name) {
        this.kubeconfig = kubeconfig;
        this.name = name;
        this.last = kubeconfig.newest().get().findContext(name).orElseThrow();
    }

    @Override
    public KubeContext get() {
        kubeconfig.newest().get().findContext(name).ifPresent(context -> last = context);
        return last;
    }
}
