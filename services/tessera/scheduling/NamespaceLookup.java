package tessera.scheduling;

import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Snapshot;

/** Looks up whether namespaces exist. Waits for the cluster. */
public final class NamespaceLookup {

    private NamespaceLookup() {}

    /**
     * Returns whether a namespace exists; one with visible pods does.
     *
     * @throws Failure when that cannot be looked at, as by who may not read namespaces
     */
    public static boolean exists(ObjectSource source, Snapshot seen, String name) throws Failure, InterruptedException {
        return seen.pods().anyMatch(pod -> pod.namespace().equals(name))
                || source.find(new ObjectRef("v1", "Namespace", "namespaces", "", name)).isPresent();
    }
}
