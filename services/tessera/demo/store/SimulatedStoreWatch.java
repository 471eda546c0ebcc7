package tessera.demo.store;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The changes of one resource, in order, from a version on. Writers never wait for it: one that is not read in time
 * expires. Any thread.
 */
public final class SimulatedStoreWatch implements AutoCloseable {

    private final int capacity;
    private final Consumer<SimulatedStoreWatch> onClose;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<SimulatedStoredObjectChange> queue = new ArrayDeque<>();
    private @Nullable SimulatedStoreWatchSignal last;

    /** @param capacity how many changes may wait */
    SimulatedStoreWatch(int capacity, Consumer<SimulatedStoreWatch> onClose) {
        this.capacity = capacity;
        this.onClose = onClose;
    }

    /** Waits for the next change, or returns the reason why there is none. Waits no longer than given. */
    public SimulatedStoreWatchSignal nextSignal(Duration timeout) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long nanos = timeout.toNanos();
            while (queue.isEmpty() && last == null && nanos > 0) {
                nanos = changed.awaitNanos(nanos);
            }
            var change = queue.poll();
            if (change != null) {
                return change;
            }
            return last == null ? new SimulatedStoreWatchSignal.WatchTimeout() : last;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        end(new SimulatedStoreWatchSignal.WatchClosure());
    }

    /** Offers a change; called by the store, which holds its own lock. */
    void offer(SimulatedStoredObjectChange change) {
        lock.lock();
        try {
            if (last != null) {
                return;
            }
            queue.add(change);
            if (queue.size() > capacity) {
                queue.clear();
                end(new SimulatedStoreWatchSignal.WatchExpiry("too old resource version: watch fell behind"));
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Replays a past change; replays are not bounded, as the changes exist already. */
    void replay(SimulatedStoredObjectChange change) {
        lock.lock();
        try {
            queue.add(change);
        } finally {
            lock.unlock();
        }
    }

    void end(SimulatedStoreWatchSignal signal) {
        lock.lock();
        try {
            if (last == null) {
                last = signal;
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
        onClose.accept(this);
    }
}
