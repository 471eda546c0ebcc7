package tessera.ui.change;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.model.ProblemException;
import tessera.model.SessionConnectionStatus;
import tessera.ui.AppServices;

/** Reconnects to the cluster before a change is sent, because its address may have changed. */
final class PreChangeReconnect {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private PreChangeReconnect() {}

    /** Returns whether there is a connection to wait for. */
    static boolean isNeeded(AppServices desk) {
        return connectionProblem(desk.snapshots().get().connection()).isPresent();
    }

    /** Waits for the cluster; not for the FX thread. */
    static void reconnect(AppServices desk) throws ProblemException, InterruptedException {
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
            throw new ProblemException(lost.get());
        }
    }

    /** Returns whether the attempt has ended; other states may still recover by themselves. */
    private static boolean hasGivenUp(SessionConnectionStatus state) {
        return state instanceof SessionConnectionStatus.UnreachableCluster
                || state instanceof SessionConnectionStatus.RejectedCredentials;
    }

    /** Returns why nothing can be sent; empty where it can be tried, even with few permissions. */
    private static Optional<Problem> connectionProblem(SessionConnectionStatus state) {
        return switch (state) {
            case SessionConnectionStatus.LiveConnection _,SessionConnectionStatus.RefusedConnection _ ->
                Optional.empty();
            case SessionConnectionStatus.ReconnectingSession(var problem, var _, var _, var _) -> Optional.of(problem);
            case SessionConnectionStatus.StaleConnection(var problem, var _, var _, var _) -> Optional.of(problem);
            case SessionConnectionStatus.UnreachableCluster(var problem, var _, var _) -> Optional.of(problem);
            case SessionConnectionStatus.RejectedCredentials(var problem) -> Optional.of(problem);
            case SessionConnectionStatus.ConnectingSession(var step, var _) ->
                unreachableProblem("Still waiting for " + step);
            case SessionConnectionStatus.NoConnection _ -> unreachableProblem("The cluster is not connected");
        };
    }

    private static Optional<Problem> unreachableProblem(String text) {
        return Optional.of(Problem.of(ProblemKind.UNREACHABLE, text));
    }
}
