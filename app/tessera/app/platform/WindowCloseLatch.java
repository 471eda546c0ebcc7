package tessera.app.platform;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import javafx.application.Platform;
import org.jspecify.annotations.Nullable;

/** A latch for a window, from its opening to its closing. */
public final class WindowCloseLatch {

    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile @Nullable RuntimeException defect;

    /** Opens the window; where that fails, releases those who wait for its end. FX thread. */
    public void open(Runnable opens) {
        try {
            opens.run();
        } catch (RuntimeException unopened) {
            defect = unopened;
            closed.countDown();
        }
    }

    /** Marks the window as closed. Any thread. */
    public void close() {
        closed.countDown();
    }

    /**
     * Waits until the window is closed, and stops its projections. Not for the FX thread.
     *
     * @param projector what computes for it
     */
    public void awaitClosed(ExecutorService projector) {
        try {
            closed.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        projector.shutdownNow();
        Platform.exit();
        var unopened = defect;
        if (unopened != null) {
            throw unopened;
        }
    }
}
