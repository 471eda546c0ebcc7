package tessera.app.wiring;

import java.util.NoSuchElementException;
import java.util.function.Supplier;
import tessera.cluster.kubeconfig.KubeconfigContextEntry;
import tessera.cluster.kubeconfig.KubeconfigFileWatcher;

/** Supplier of a context as the kubeconfig files have it now; of its last form if it is gone from them. */
final class NewestKubeconfigContextSupplier implements Supplier<KubeconfigContextEntry> {

    private final KubeconfigFileWatcher kubeconfig;
    private final String name;
    private volatile KubeconfigContextEntry last;

    /** @throws NoSuchElementException when the files do not have it to begin with */
    NewestKubeconfigContextSupplier(KubeconfigFileWatcher kubeconfig, String name) {
        this.kubeconfig = kubeconfig;
        this.name = name;
        this.last = kubeconfig.newest().get().findContext(name).orElseThrow();
    }

    @Override
    public KubeconfigContextEntry get() {
        kubeconfig.newest().get().findContext(name).ifPresent(context -> last = context);
        return last;
    }
}
