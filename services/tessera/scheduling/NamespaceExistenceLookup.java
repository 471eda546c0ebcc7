package tessera.scheduling;

import tessera.model.ClusterSnapshot;
import tessera.model.ObjectRef;
import tessera.model.ProblemException;

/** Looks up whether namespaces exist. Waits for the cluster. */
public final class NamespaceExistenceLookup {

    private NamespaceExistenceLookup() {}

    /**
     * Returns whether a namespace exists; one with visible pods does.
     *
     * @throws ProblemException when that cannot be looked at, as by who may not read namespaces
     */
    public static boolean exists(ClusterObjectSource source, ClusterSnapshot snapshot, String name)
            throws ProblemException, InterruptedException {
        return snapshot.pods().anyMatch(pod -> pod.namespace().equals(name))
                || source.find(new ObjectRef("v1", "Namespace", "namespaces", "", name)).isPresent();
    }
}
