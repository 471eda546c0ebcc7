package tessera.ui.change;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.model.SessionConnectionStatus;
import tessera.ui.AppServices;

/** Reconnects to the cluster before a change is sent, because its address may have changed. */
final class PreChangeReconnect {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private PreChangeReconnect() {}

    /** Returns whether there is a connection to wait for. */
    static boolean isNeeded(AppServices services) {
        return connectionProblem(services.snapshots().get().connection()).isPresent();
    }

    /** Waits for the cluster; not for the FX thread. */
    static void reconnect(AppServices services) throws ProblemException, InterruptedException {
        var before = services.snapshots().get().connection();
        services.retryConnection();
        var settled = new CountDownLatch(1);
        try (var _ = services.snapshots().observe(() -> {
            var now = services.snapshots().get().connection();
            if (connectionProblem(now).isEmpty() || (hasGivenUp(now) && !now.equals(before))) {
                settled.countDown();
            }
        })) {
            boolean _ = settled.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        }
        var lost = connectionProblem(services.snapshots().get().connection());
        if (lost.isPresent()) {
            throw new ProblemException(lost.get());
        }
    }

    /** Returns whether the attempt has ended; other states may still recover by themselves. */
    private static boolean hasGivenUp(SessionConnectionStatus state) {
        return state instanceof SessionConnectionStatus.UnreachableCluster
                || state instanceof SessionConnectionStatus.UnauthenticatedConnection;
    }

    /** Returns why nothing can be sent; empty where it can be tried, even with few permissions. */
    private static Optional<Problem> connectionProblem(SessionConnectionStatus state) {
        return switch (state) {
            case SessionConnectionStatus.LiveConnection _,SessionConnectionStatus.RefusedConnection _ ->
                Optional.empty();
            case SessionConnectionStatus.InterruptedConnection(var problem, var _, var _, var _) ->
                Optional.of(problem);
            case SessionConnectionStatus.StaleConnection(var problem, var _, var _, var _) -> Optional.of(problem);
            case SessionConnectionStatus.UnreachableCluster(var problem, var _, var _) -> Optional.of(problem);
            case SessionConnectionStatus.UnauthenticatedConnection(var problem) -> Optional.of(problem);
            case SessionConnectionStatus.PendingConnection(var step, var _) ->
                unreachableProblem("Still waiting for " + step);
            case SessionConnectionStatus.NoConnection _ -> unreachableProblem("The cluster is not connected");
        };
    }

    private static Optional<Problem> unreachableProblem(String text) {
        return Optional.of(Problem.of(OperationProblemKind.UNREACHABLE, text));
    }
}
