package tessera.demo.store;

import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The changes of one resource, in order, from a version on. Writers never wait for it: one that is not read in time
 * expires. Any thread.
 */
public final class SimulatedStoreWatch implements AutoCloseable {

    private final int capacity;
    private final Consumer<SimulatedStoreWatch> onClose;
    private final LinkedBlockingQueue<StoreWatchSignal> signals = new LinkedBlockingQueue<>();
    private boolean ended;

    /** @param capacity how many changes may wait */
    SimulatedStoreWatch(int capacity, Consumer<SimulatedStoreWatch> onClose) {
        this.capacity = capacity;
        this.onClose = onClose;
    }

    /** Waits for the next change, or returns the reason why there is none. Waits no longer than given. */
    public StoreWatchSignal nextSignal(Duration timeout) throws InterruptedException {
        var signal = signals.poll(timeout.toNanos(), TimeUnit.NANOSECONDS);
        if (signal == null) {
            return new StoreWatchSignal.WatchTimeout();
        }
        if (!(signal instanceof SimulatedStoredObjectChange)) {
            // An ended watch tells everybody who asks.
            signals.add(signal);
        }
        return signal;
    }

    @Override
    public void close() {
        end(new StoreWatchSignal.WatchClosure());
    }

    synchronized void offer(SimulatedStoredObjectChange change) {
        if (ended) {
            return;
        }
        if (signals.size() < capacity) {
            signals.add(change);
        } else {
            signals.clear();
            end(new StoreWatchSignal.WatchExpiry("too old resource version: watch fell behind"));
        }
    }

    /** Replays a past change; replays are not bounded, as the changes exist already. */
    void replay(SimulatedStoredObjectChange change) {
        signals.add(change);
    }

    synchronized void end(StoreWatchSignal signal) {
        if (!ended) {
            ended = true;
            signals.add(signal);
        }
        onClose.accept(this);
    }

    /** A signal of a watch. */
    public sealed interface StoreWatchSignal permits SimulatedStoredObjectChange, StoreWatchSignal.WatchTimeout,
            StoreWatchSignal.WatchExpiry, StoreWatchSignal.WatchClosure {

        /** Nothing happened within the patience of the caller. */
        record WatchTimeout() implements StoreWatchSignal {}

        /** Changes were missed, because they are too old or came too fast; the watch is over and a new list is needed. */
        record WatchExpiry(String message) implements StoreWatchSignal {}

        /** The watch was closed, or the store was. */
        record WatchClosure() implements StoreWatchSignal {}
    }
}
