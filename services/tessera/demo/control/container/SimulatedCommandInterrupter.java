package tessera.demo.control.container;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** A guard that interrupts a command as soon as its container stops. */
final class SimulatedCommandInterrupter implements AutoCloseable {

    private static final Duration LOOK = Duration.ofMillis(200);

    private final Thread worker;
    private final BooleanSupplier runs;
    private boolean stopped;
    private boolean closed;

    private SimulatedCommandInterrupter(Thread worker, BooleanSupplier runs) {
        this.worker = worker;
        this.runs = runs;
    }

    /** Starts to watch the calling thread. */
    static SimulatedCommandInterrupter watchCurrentThread(BooleanSupplier runs) {
        var guard = new SimulatedCommandInterrupter(Thread.currentThread(), runs);
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
            if (!closed && !still) {
                stopped = true;
                worker.interrupt();
            }
            return closed;
        }
    }

    synchronized boolean hasStopped() {
        return stopped;
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (stopped) {
            Thread.interrupted();
        }
    }
}
