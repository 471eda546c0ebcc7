package tessera.ui.kit;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import tessera.ui.FxRelay;

/**
 * Something that is done on the FX thread again and again, at a pace. Between two times nothing happens at all; an animation of
 * JavaFX has everything looked through sixty times a second for as long as it plays.
 */
public final class FxPace implements AutoCloseable {

    private final ScheduledExecutorService clockwork = Executors
            .newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().name("pace").factory());
    private final AtomicBoolean due = new AtomicBoolean();

    /** Begins with the first pause. */
    public FxPace(Duration every, Runnable action) {
        var _ = clockwork.scheduleWithFixedDelay(() -> relay(action), every.toMillis(), every.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    /** What is due while the last time is still awaited is not done twice. */
    private void relay(Runnable action) {
        if (due.compareAndSet(false, true)) {
            FxRelay.show(() -> {
                due.set(false);
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
