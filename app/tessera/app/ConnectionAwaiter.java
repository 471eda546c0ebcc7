package tessera.app;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import tessera.cluster.ClusterConnection;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.model.SessionConnection;

/** Waits until a cluster answers, for commands that need nothing else of it beforehand. */
final class ConnectionAwaiter {

    private ConnectionAwaiter() {}

    /** The connection as soon as there is one. */
    static ClusterConnection to(ClusterDesk desk, Duration patience) throws Failure, InterruptedException {
        var settled = new CountDownLatch(1);
        try (var _ = desk.snapshots().observe(() -> {
            var connection = desk.snapshots().get().connection();
            if (!(connection instanceof SessionConnection.ClosedConnection
                    || connection instanceof SessionConnection.ConnectingSession)) {
                settled.countDown();
            }
        })) {
            if (!settled.await(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new Failure(Problem.of(ProblemKind.TIMEOUT,
                        "The cluster did not answer within %d s".formatted(patience.toSeconds())));
            }
        }
        return switch (desk.snapshots().get().connection()) {
            case SessionConnection.Unreachable(var why, var _, var _) -> throw new Failure(why);
            case SessionConnection.CredentialsExpired(var why) -> throw new Failure(why);
            default -> desk.reached().session().connection();
        };
    }

    /** Where what names no namespace goes to: to that of the context, as with kubectl. */
    static String namespace(ClusterDesk desk, Duration patience) throws Failure {
        try {
            var namespace = to(desk, patience).namespace();
            return namespace.isEmpty() ? "default" : namespace;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure(Problem.of(ProblemKind.TIMEOUT, "It was given up"), stopped);
        }
    }
}
