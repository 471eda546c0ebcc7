package tessera.ui.change;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.model.SessionConnection;
import tessera.ui.AppServices;

/** Reconnects to the cluster before a change is sent, because its address may have changed. */
final class ClusterReconnect {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private ClusterReconnect() {}

    /** Returns whether there is a connection to wait for. */
    static boolean isNeeded(AppServices desk) {
        return connectionProblem(desk.snapshots().get().connection()).isPresent();
    }

    /** Waits for the cluster; not for the FX thread. */
    static void reconnect(AppServices desk) throws Failure, InterruptedException {
        var before = desk.snapshots().get().connection();
        desk.retryConnection();
        var settled = new CountDownLatch(1);
        try (var _ = desk.snapshots().observe(() -> {
            var now = desk.snapshots().get().connection();
            if (connectionProblem(now).isEmpty() || (hasGivenUp(now) && !now.equals(before))) {
                settled.countDown();
            }
        })) {
            boolean _ = settled.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        }
        var lost = connectionProblem(desk.snapshots().get().connection());
        if (lost.isPresent()) {
            throw new Failure(lost.get());
        }
    }

    /** Returns whether the attempt has ended; other states may still recover by themselves. */
    private static boolean hasGivenUp(SessionConnection state) {
        return state instanceof SessionConnection.Unreachable || state instanceof SessionConnection.CredentialsExpired;
    }

    /** Returns why nothing can be sent; empty where it can be tried, even with few permissions. */
    private static Optional<Problem> connectionProblem(SessionConnection state) {
        return switch (state) {
            case SessionConnection.LiveConnection _,SessionConnection.RefusedConnection _ -> Optional.empty();
            case SessionConnection.ReconnectingSession(var problem, var _, var _, var _) -> Optional.of(problem);
            case SessionConnection.StaleConnection(var problem, var _, var _, var _) -> Optional.of(problem);
            case SessionConnection.Unreachable(var problem, var _, var _) -> Optional.of(problem);
            case SessionConnection.CredentialsExpired(var problem) -> Optional.of(problem);
            case SessionConnection.ConnectingSession(var step, var _) ->
                unreachableProblem("Still waiting for " + step);
            case SessionConnection.ClosedConnection _ -> unreachableProblem("The cluster is not connected");
        };
    }

    private static Optional<Problem> unreachableProblem(String text) {
        return Optional.of(Problem.of(ProblemKind.UNREACHABLE, text));
    }
}
