package tessera.app.cli;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import tessera.app.wiring.ClusterSelectionService;
import tessera.cluster.ClusterConnection;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.model.SessionConnectionStatus;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;

/** Waits until a cluster answers, for commands that need no snapshot. */
final class ClusterConnectionAwaiter {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ClusterConnectionAwaiter.class);

    private ClusterConnectionAwaiter() {}

    /** Waits for the connection and returns it. */
    static ClusterConnection awaitConnection(ClusterSelectionService clusterSelection, Duration timeout)
            throws ProblemException, InterruptedException {
        var settled = new CountDownLatch(1);
        try (var _ = clusterSelection.snapshots().observe(() -> {
            var connection = clusterSelection.snapshots().get().connection();
            if (!(connection instanceof SessionConnectionStatus.NoConnection
                    || connection instanceof SessionConnectionStatus.PendingConnection)) {
                settled.countDown();
            }
        })) {
            if (!settled.await(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new ProblemException(Problem.of(OperationProblemKind.TIMEOUT,
                        MESSAGES.reason("connection.timeout", timeout.toSeconds())));
            }
        }
        return switch (clusterSelection.snapshots().get().connection()) {
            case SessionConnectionStatus.UnreachableCluster(var problem, var _, var _) ->
                throw new ProblemException(problem);
            case SessionConnectionStatus.UnauthenticatedConnection(var problem) -> throw new ProblemException(problem);
            default -> clusterSelection.clusterServices().session().connection();
        };
    }

    /** Returns the namespace of the context as kubectl does: {@code default} where it names none. */
    static String defaultNamespace(ClusterSelectionService clusterSelection, Duration timeout) throws ProblemException {
        try {
            var namespace = awaitConnection(clusterSelection, timeout).namespace();
            return OptionalText.orElse(namespace, "default");
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new ProblemException(OperationProblemKind.TIMEOUT, MESSAGES.reason("interrupted"), stopped);
        }
    }
}
