package tessera.scheduling;

import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Snapshot;

/** Which namespaces there are. Waits for the cluster. */
public final class NamespaceNames {

    private NamespaceNames() {}

    /**
     * Whether there is a namespace; one is where pods are seen.
     *
     * @throws Failure when that cannot be looked at, as by who may not read namespaces
     */
    public static boolean there(ObjectSource source, Snapshot seen, String name) throws Failure, InterruptedException {
        return seen.pods().anyMatch(pod -> pod.namespace().equals(name))
                || source.object(new ObjectRef("v1", "Namespace", "namespaces", "", name)).isPresent();
    }
}
