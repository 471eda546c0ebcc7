package tessera.flow;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A bell for those who pause: when it rings they go on at once. Safe for use by several threads. */
public final class WakeSignal {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition rung = lock.newCondition();
    private long rings;

    /** How often it rang so far. */
    public long rings() {
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
     * Pauses until the time is over or the bell rings.
     *
     * @param heard how often it had rung when the reason to pause came up
     * @return whether it rang
     */
    public boolean pause(Duration time, long heard) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = TimeUnit.MILLISECONDS.toNanos(time.toMillis());
            while (rings == heard && left > 0) {
                left = rung.awaitNanos(left);
            }
            return rings != heard;
        } finally {
            lock.unlock();
        }
    }
}
