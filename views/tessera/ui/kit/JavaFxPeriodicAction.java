package tessera.ui.kit;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import tessera.ui.JavaFxThreadRelay;

/**
 * An action that runs repeatedly on the FX thread, at a fixed pace. Between two times nothing happens at all; an animation of
 * JavaFX has everything looked through sixty times a second for as long as it plays.
 */
public final class JavaFxPeriodicAction implements AutoCloseable {

    private final ScheduledExecutorService clockwork = Executors
            .newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().name("pace").factory());
    private final AtomicBoolean scheduled = new AtomicBoolean();

    /** Begins with the first pause. */
    public JavaFxPeriodicAction(Duration every, Runnable action) {
        var _ = clockwork.scheduleWithFixedDelay(() -> runOnce(action), every.toMillis(), every.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    /** Runs the action, unless the last run is still pending. */
    private void runOnce(Runnable action) {
        if (scheduled.compareAndSet(false, true)) {
            JavaFxThreadRelay.runOnFxThread(() -> {
                scheduled.set(false);
                if (!clockwork.isShutdown()) {
                    action.run();
                }
            });
        }
    }

    @Override
    public void close() {
        clockwork.shutdownNow();
    }
}
