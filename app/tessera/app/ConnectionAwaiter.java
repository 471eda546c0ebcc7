package tessera.app;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import tessera.cluster.ClusterConnection;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.model.SessionConnection;

/** Waits until a cluster answers, for commands that need no snapshot. */
final class ConnectionAwaiter {

    private ConnectionAwaiter() {}

    /** Waits for the connection and returns it. */
    static ClusterConnection awaitConnection(ClusterDesk desk, Duration timeout) throws Failure, InterruptedException {
        var settled = new CountDownLatch(1);
        try (var _ = desk.snapshots().observe(() -> {
            var connection = desk.snapshots().get().connection();
            if (!(connection instanceof SessionConnection.ClosedConnection
                    || connection instanceof SessionConnection.ConnectingSession)) {
                settled.countDown();
            }
        })) {
            if (!settled.await(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new Failure(Problem.of(ProblemKind.TIMEOUT,
                        "The cluster did not answer within %d s".formatted(timeout.toSeconds())));
            }
        }
        return switch (desk.snapshots().get().connection()) {
            case SessionConnection.Unreachable(var problem, var _, var _) -> throw new Failure(problem);
            case SessionConnection.CredentialsExpired(var problem) -> throw new Failure(problem);
            default -> desk.clusterServices().session().connection();
        };
    }

    /** Returns the namespace of the context as kubectl does: {@code default} where it names none. */
    static String defaultNamespace(ClusterDesk desk, Duration timeout) throws Failure {
        try {
            var namespace = awaitConnection(desk, timeout).namespace();
            return namespace.isEmpty() ? "default" : namespace;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure(Problem.of(ProblemKind.TIMEOUT, "It was given up"), stopped);
        }
    }
}
