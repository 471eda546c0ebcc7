package tessera.cluster;

import tessera.cluster.http.AccessMode;
import tessera.cluster.kubeconfig.KubeContext;
import tessera.model.Failure;
import tessera.model.ServerVersion;

/** Whether the cluster of a context answers: one question, for which a connection is opened and closed again. */
public final class ClusterReachability {

    private ClusterReachability() {}

    /**
     * Asks the cluster for its version. Waits; a credential plugin may run.
     *
     * @throws Failure when it does not answer, or does not let the user in
     */
    public static ServerVersion ask(KubeContext context, ConnectionTerms terms) throws Failure, InterruptedException {
        try (var connection = ClusterConnection.open(context, terms, () -> AccessMode.READ_ONLY)) {
            return new ObjectInspector(() -> connection).version();
        }
    }
}
