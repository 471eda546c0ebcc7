package tessera.app;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import javafx.application.Platform;
import org.jspecify.annotations.Nullable;

/** Something on a display, from when it is opened until it is closed. */
final class WindowLatch {

    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile @Nullable RuntimeException defect;

    /** Opens it; where that fails, nobody has to wait for its end. FX thread. */
    void open(Runnable opens) {
        try {
            opens.run();
        } catch (RuntimeException unopened) {
            defect = unopened;
            closed.countDown();
        }
    }

    /** It is there no more. Any thread. */
    void close() {
        closed.countDown();
    }

    /**
     * Waits until it is closed, and has nothing drawn any more. Not for the FX thread.
     *
     * @param projector what computes for it
     */
    void await(ExecutorService projector) {
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
