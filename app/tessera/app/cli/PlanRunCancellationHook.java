package tessera.app.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import tessera.plan.PlanRun;

/** Cancels the run on shutdown, as by Ctrl-C, and prints how far it came. */
final class PlanRunCancellationHook implements AutoCloseable {

    /** As long as a request under way may take. */
    private static final Duration MOST = Duration.ofSeconds(35);

    private final CountDownLatch finished = new CountDownLatch(1);
    private final Thread hook;

    /** @param err for who is left without a receipt */
    PlanRunCancellationHook(PlanRun run, PrintWriter err) {
        hook = Thread.ofPlatform().name("interruption").unstarted(() -> {
            run.cancel();
            try {
                if (!finished.await(MOST.toMillis(), TimeUnit.MILLISECONDS)) {
                    err.println(
                            "The change did not end within %d s: what became of it is not known. See how far it came: tessera journal"
                                    .formatted(MOST.toSeconds()));
                    err.flush();
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        });
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** When all was said. */
    @Override
    public void close() {
        finished.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException _) {
            // It runs already.
        }
    }
}
