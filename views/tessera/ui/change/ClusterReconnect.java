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

/** Reaches the cluster again before something is sent to it, since it may be at another address by now. */
final class ClusterReconnect {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private ClusterReconnect() {}

    /** Whether there is anything to wait for. */
    static boolean needed(AppServices desk) {
        return why(desk.snapshots().get().connection()).isPresent();
    }

    /** Waits for the cluster; not for the FX thread. */
    static void again(AppServices desk) throws Failure, InterruptedException {
        var before = desk.snapshots().get().connection();
        desk.retry();
        var settled = new CountDownLatch(1);
        try (var _ = desk.snapshots().observe(() -> {
            var now = desk.snapshots().get().connection();
            if (why(now).isEmpty() || (rests(now) && !now.equals(before))) {
                settled.countDown();
            }
        })) {
            boolean _ = settled.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        }
        var lost = why(desk.snapshots().get().connection());
        if (lost.isPresent()) {
            throw new Failure(lost.get());
        }
    }

    /** What a try from the beginning came to; others may come right in a moment. */
    private static boolean rests(SessionConnection state) {
        return state instanceof SessionConnection.Unreachable || state instanceof SessionConnection.CredentialsExpired;
    }

    /** Why nothing can be sent; empty where it can be tried, also where the server lets much not be seen. */
    private static Optional<Problem> why(SessionConnection state) {
        return switch (state) {
            case SessionConnection.LiveConnection _,SessionConnection.RefusedConnection _ -> Optional.empty();
            case SessionConnection.ReconnectingSession(var why, var _, var _, var _) -> Optional.of(why);
            case SessionConnection.StaleConnection(var why, var _, var _, var _) -> Optional.of(why);
            case SessionConnection.Unreachable(var why, var _, var _) -> Optional.of(why);
            case SessionConnection.CredentialsExpired(var why) -> Optional.of(why);
            case SessionConnection.ConnectingSession(var step, var _) -> unreached("Still waiting for " + step);
            case SessionConnection.ClosedConnection _ -> unreached("The cluster is not connected");
        };
    }

    private static Optional<Problem> unreached(String words) {
        return Optional.of(Problem.of(ProblemKind.UNREACHABLE, words));
    }
}
