package tessera.ui;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import javafx.application.Platform;

/**
 * The only way onto the FX thread. One trip is under way at a time: prepare in the background, show on the FX thread.
 * Requests made meanwhile are all answered by the next trip, so nothing queues.
 */
public final class FxRelay {

    private final Executor background;
    private final Supplier<Runnable> prepare;
    private final AtomicInteger waiting = new AtomicInteger();

    /** @param prepare runs in the background; what it returns then runs on the FX thread */
    public FxRelay(Executor background, Supplier<Runnable> prepare) {
        this.background = background;
        this.prepare = prepare;
    }

    /** Asks for a trip. Any thread. */
    public void request() {
        if (waiting.getAndIncrement() == 0) {
            leave();
        }
    }

    /** Runs an action on the FX thread, once, soon. Any thread. */
    public static void show(Runnable action) {
        Platform.runLater(action);
    }

    private void leave() {
        try {
            background.execute(this::depart);
        } catch (RejectedExecutionException closed) {
            waiting.set(0);
        }
    }

    private void depart() {
        int answered = waiting.get();
        Runnable show = () -> {};
        try {
            show = prepare.get();
        } finally {
            var prepared = show;
            Platform.runLater(() -> arrive(prepared, answered));
        }
    }

    private void arrive(Runnable show, int answered) {
        try {
            show.run();
        } finally {
            if (waiting.addAndGet(-answered) > 0) {
                leave();
            }
        }
    }
}
