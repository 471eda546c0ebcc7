package tessera.demo.control.container;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** A guard that interrupts a command as soon as its container stops. */
final class ContainerStopInterrupter implements AutoCloseable {

    private static final Duration LOOK = Duration.ofMillis(200);

    private final Thread worker;
    private final BooleanSupplier runs;
    private boolean gone;
    private boolean over;

    private ContainerStopInterrupter(Thread worker, BooleanSupplier runs) {
        this.worker = worker;
        this.runs = runs;
    }

    /** Starts to watch the calling thread. */
    static ContainerStopInterrupter watchCurrentThread(BooleanSupplier runs) {
        var guard = new ContainerStopInterrupter(Thread.currentThread(), runs);
        Thread.ofVirtual().name("guard").start(guard::pollContainer);
        return guard;
    }

    private void pollContainer() {
        try {
            while (!checkContainer()) {
                Thread.sleep(LOOK);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean checkContainer() {
        boolean still = runs.getAsBoolean();
        synchronized (this) {
            if (!over && !still) {
                gone = true;
                worker.interrupt();
            }
            return over;
        }
    }

    synchronized boolean hasStopped() {
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
