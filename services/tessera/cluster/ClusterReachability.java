package tessera.cluster;

import tessera.cluster.http.SessionAccessMode;
import tessera.cluster.kubeconfig.KubeContext;
import tessera.model.Failure;
import tessera.model.ServerVersion;

/** A check whether the cluster of a context answers, over a connection of its own. */
public final class ClusterReachability {

    private ClusterReachability() {}

    /**
     * Asks the cluster for its version. Waits; a credential plugin may run.
     *
     * @throws Failure when it does not answer, or does not let the user in
     */
    public static ServerVersion askVersion(KubeContext context, ConnectionTerms terms)
            throws Failure, InterruptedException {
        try (var connection = ClusterConnection.open(context, terms, () -> SessionAccessMode.READ_ONLY)) {
            return new ObjectInspector(() -> connection).readVersion();
        }
    }
}
