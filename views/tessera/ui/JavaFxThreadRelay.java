package tessera.ui;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import javafx.application.Platform;

/**
 * Relays updates to the FX thread; nothing else enters it from other threads. One trip is under way at a time: prepare in the background, show on the FX thread.
 * Requests made meanwhile are all answered by the next trip, so nothing queues.
 */
public final class JavaFxThreadRelay {

    private final Executor background;
    private final Supplier<Runnable> prepare;
    private final AtomicInteger pendingCount = new AtomicInteger();

    /** @param prepare runs in the background; what it returns then runs on the FX thread */
    public JavaFxThreadRelay(Executor background, Supplier<Runnable> prepare) {
        this.background = background;
        this.prepare = prepare;
    }

    /** Requests an update, which is combined with one that is under way. Any thread. */
    public void requestUpdate() {
        if (pendingCount.getAndIncrement() == 0) {
            startUpdate();
        }
    }

    /** Runs an action on the FX thread, once, soon. Any thread. */
    public static void runOnFxThread(Runnable action) {
        Platform.runLater(action);
    }

    private void startUpdate() {
        try {
            background.execute(this::prepareUpdate);
        } catch (RejectedExecutionException closed) {
            pendingCount.set(0);
        }
    }

    private void prepareUpdate() {
        int answered = pendingCount.get();
        Runnable show = () -> {};
        try {
            show = prepare.get();
        } finally {
            var prepared = show;
            Platform.runLater(() -> applyUpdate(prepared, answered));
        }
    }

    private void applyUpdate(Runnable show, int answered) {
        try {
            show.run();
        } finally {
            if (pendingCount.addAndGet(-answered) > 0) {
                startUpdate();
            }
        }
    }
}
