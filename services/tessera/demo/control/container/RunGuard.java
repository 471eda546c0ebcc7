package tessera.demo.control.container;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Ends what runs in a container as soon as the container does not run any more. */
final class RunGuard implements AutoCloseable {

    private static final Duration LOOK = Duration.ofMillis(200);

    private final Thread worker;
    private final BooleanSupplier runs;
    private boolean gone;
    private boolean over;

    private RunGuard(Thread worker, BooleanSupplier runs) {
        this.worker = worker;
        this.runs = runs;
    }

    /** Watches over the thread that calls. */
    static RunGuard watch(BooleanSupplier runs) {
        var guard = new RunGuard(Thread.currentThread(), runs);
        Thread.ofVirtual().name("guard").start(guard::look);
        return guard;
    }

    private void look() {
        try {
            while (!ended()) {
                Thread.sleep(LOOK);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean ended() {
        boolean still = runs.getAsBoolean();
        synchronized (this) {
            if (!over && !still) {
                gone = true;
                worker.interrupt();
            }
            return over;
        }
    }

    synchronized boolean gone() {
        return gone;
    }

    @Override
    public synchronized void close() {
        over = true;
        if (gone) {
            Thread.interrupted();
        }
    }
}
