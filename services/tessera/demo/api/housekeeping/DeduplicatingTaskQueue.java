package tessera.demo.api.housekeeping;

import java.util.LinkedHashSet;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Waiting tasks, each run once however often it was added. Done one after the other on a thread of their own. */
final class DeduplicatingTaskQueue<T> implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(DeduplicatingTaskQueue.class.getName());

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final LinkedHashSet<T> queue = new LinkedHashSet<>();
    private boolean busy;
    private boolean closed;

    /** The handler of a task. */
    @FunctionalInterface
    interface QueuedTaskHandler<T> {
        void apply(T chore) throws Exception;
    }

    void startThread(String name, QueuedTaskHandler<T> doing) {
        Thread.ofVirtual().name(name).start(() -> runChores(doing));
    }

    void add(T chore) {
        lock.lock();
        try {
            queue.add(chore);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until no task is left. */
    void awaitIdle() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while ((busy || !queue.isEmpty()) && !closed) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void runChores(QueuedTaskHandler<T> doing) {
        for (var chore = takeNext(); chore != null; chore = takeNext()) {
            try {
                doing.apply(chore);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (Exception e) {
                LOG.log(System.Logger.Level.DEBUG, "left undone: " + chore, e);
            }
        }
    }

    private @Nullable T takeNext() {
        lock.lock();
        try {
            busy = false;
            changed.signalAll();
            while (queue.isEmpty() && !closed) {
                changed.awaitUninterruptibly();
            }
            busy = !closed;
            return closed ? null : queue.removeFirst();
        } finally {
            lock.unlock();
        }
    }
}
