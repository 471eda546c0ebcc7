package tessera.app.platform;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Detects a thread that does not answer any more. Asks it again and again whether it is there; a thread that gave no answer
 * in time, and none in a moment of grace either, because the machine may have slept, is told of once.
 */
public final class HangWatchdog implements AutoCloseable {

    private final Executor watched;
    private final WatchdogSettings settings;
    private final Thread thread;
    private volatile long lastHeartbeatNanos = System.nanoTime();

    /**
     * The interval, timeouts and action of a watchdog.
     *
     * @param interval     between two questions
     * @param timeout how long an answer may take
     * @param gracePeriod    how long it may take after that
     * @param onHang     told when none came
     */
    public record WatchdogSettings(Duration interval, Duration timeout, Duration gracePeriod, Runnable onHang) {}

    private HangWatchdog(Executor watched, WatchdogSettings settings) {
        this.watched = watched;
        this.settings = settings;
        thread = Thread.ofPlatform().daemon().name("watchdog").unstarted(this::watchLoop);
    }

    /**
     * Starts to watch a thread.
     *
     * @param watched runs what it is given on the thread that is watched
     */
    public static HangWatchdog start(Executor watched, WatchdogSettings settings) {
        var watchdog = new HangWatchdog(watched, settings);
        watchdog.thread.start();
        return watchdog;
    }

    /** Returns the time since the thread last answered. */
    public Duration silentFor() {
        return Duration.ofNanos(System.nanoTime() - lastHeartbeatNanos);
    }

    /** Returns whether the thread has to be taken for hung. */
    public boolean isHung() {
        return silentFor().compareTo(settings.interval().plus(settings.timeout())) > 0;
    }

    private void watchLoop() {
        try {
            while (isAnswering()) {
                TimeUnit.NANOSECONDS.sleep(settings.interval().toNanos());
            }
            settings.onHang().run();
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isAnswering() throws InterruptedException {
        var answer = new CountDownLatch(1);
        watched.execute(() -> {
            lastHeartbeatNanos = System.nanoTime();
            answer.countDown();
        });
        return answer.await(settings.timeout().toNanos(), TimeUnit.NANOSECONDS)
                || answer.await(settings.gracePeriod().toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
