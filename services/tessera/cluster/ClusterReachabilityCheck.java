package tessera.cluster;

import tessera.cluster.http.SessionAccessMode;
import tessera.cluster.kubeconfig.KubeconfigContextEntry;
import tessera.model.ProblemException;
import tessera.model.ServerVersion;

/** A check whether the cluster of a context answers, over a connection of its own. */
public final class ClusterReachabilityCheck {

    private ClusterReachabilityCheck() {}

    /**
     * Asks the cluster for its version. Waits; a credential plugin may run.
     *
     * @throws ProblemException when it does not answer, or does not let the user in
     */
    public static ServerVersion askVersion(KubeconfigContextEntry context, ConnectionSharedDependencies sharedServices)
            throws ProblemException, InterruptedException {
        try (var connection = ClusterConnection.open(context, sharedServices, () -> SessionAccessMode.READ_ONLY)) {
            return new InspectedObjectReader(() -> connection).readVersion();
        }
    }
}
