package tessera.ui.change;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import tessera.model.Connection;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.Kind;
import tessera.ui.Desk;

/** Reaches the cluster again before something is sent to it, since it may be at another address by now. */
final class Reaching {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private Reaching() {}

    /** Whether there is anything to wait for. */
    static boolean needed(Desk desk) {
        return why(desk.snapshots().get().connection()).isPresent();
    }

    /** Waits for the cluster; not for the FX thread. */
    static void again(Desk desk) throws Failure, InterruptedException {
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
    private static boolean rests(Connection state) {
        return state instanceof Connection.Unreachable || state instanceof Connection.CredentialsExpired;
    }

    /** Why nothing can be sent; empty where it can be tried, also where the server lets much not be seen. */
    private static Optional<Problem> why(Connection state) {
        return switch (state) {
            case Connection.Live _,Connection.Refused _ -> Optional.empty();
            case Connection.Reconnecting(var why, var _, var _, var _) -> Optional.of(why);
            case Connection.Stale(var why, var _, var _, var _) -> Optional.of(why);
            case Connection.Unreachable(var why, var _, var _) -> Optional.of(why);
            case Connection.CredentialsExpired(var why) -> Optional.of(why);
            case Connection.Connecting(var step, var _) -> unreached("Still waiting for " + step);
            case Connection.Closed _ -> unreached("The cluster is not connected");
        };
    }

    private static Optional<Problem> unreached(String words) {
        return Optional.of(Problem.of(Kind.UNREACHABLE, words));
    }
}
