package tessera.flow;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * A changing value of which only the newest matters. Observers are told that it changed, not to what: they read when
 * they are ready, and miss what was replaced meanwhile.
 *
 * <p>Safe for use by several threads. Observers run on the thread that changed the value and must return at once.
 */
public final class LatestValue<T> {

    private final List<Runnable> observers = new CopyOnWriteArrayList<>();
    private volatile T value;

    public LatestValue(T initial) {
        value = initial;
    }

    public T get() {
        return value;
    }

    public void set(T newest) {
        synchronized (this) {
            value = newest;
        }
        observers.forEach(Runnable::run);
    }

    /** Replaces the value by a function of it; concurrent changes follow one another. */
    public void update(UnaryOperator<T> change) {
        synchronized (this) {
            value = change.apply(value);
        }
        observers.forEach(Runnable::run);
    }

    /** Runs the observer after every change, and once now. */
    public ObserverRegistration observe(Runnable observer) {
        observers.add(observer);
        observer.run();
        return () -> observers.remove(observer);
    }

    /** Waits until the value meets a condition, or the time has passed; returns whether it met it. */
    public boolean await(Predicate<T> condition, Duration maximum) throws InterruptedException {
        var met = new CountDownLatch(1);
        try (var _ = observe(() -> {
            if (condition.test(value)) {
                met.countDown();
            }
        })) {
            return met.await(maximum.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    /** A registration of an observer, closed to end it. */
    @FunctionalInterface
    public interface ObserverRegistration extends AutoCloseable {
        @Override
        void close();
    }
}
