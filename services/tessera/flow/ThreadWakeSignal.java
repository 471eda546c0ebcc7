package tessera.flow;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A signal that wakes pausing threads at once. Safe for use by several threads. */
public final class ThreadWakeSignal {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition rung = lock.newCondition();
    private long rings;

    /** Returns the number of rings so far. */
    public long ringCount() {
        lock.lock();
        try {
            return rings;
        } finally {
            lock.unlock();
        }
    }

    public void ring() {
        lock.lock();
        try {
            rings++;
            rung.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Pauses until the duration is over or the signal rings.
     *
     * @param heard how often it had rung when the reason to pause came up
     * @return whether it rang
     */
    public boolean pause(Duration time, long heard) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long remaining = TimeUnit.MILLISECONDS.toNanos(time.toMillis());
            while (rings == heard && remaining > 0) {
                remaining = rung.awaitNanos(remaining);
            }
            return rings != heard;
        } finally {
            lock.unlock();
        }
    }
}
