package tessera.app;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Notices that a thread does not answer any more. Asks it again and again whether it is there; a thread that gave no answer
 * in time, and none in a moment of grace either, because the machine may have slept, is told of once.
 */
final class HangWatchdog implements AutoCloseable {

    private final Executor watched;
    private final Terms terms;
    private final Thread thread;
    private volatile long heard = System.nanoTime();

    /**
     * How patient it is.
     *
     * @param pace     between two questions
     * @param patience how long an answer may take
     * @param grace    how long it may take after that
     * @param hung     told when none came
     */
    record Terms(Duration pace, Duration patience, Duration grace, Runnable hung) {}

    private HangWatchdog(Executor watched, Terms terms) {
        this.watched = watched;
        this.terms = terms;
        thread = Thread.ofPlatform().daemon().name("watchdog").unstarted(this::watch);
    }

    /** @param watched runs what it is given on the thread that is watched */
    static HangWatchdog start(Executor watched, Terms terms) {
        var watchdog = new HangWatchdog(watched, terms);
        watchdog.thread.start();
        return watchdog;
    }

    /** How long nothing was heard of the thread. */
    Duration silent() {
        return Duration.ofNanos(System.nanoTime() - heard);
    }

    /** Whether it has to be taken for hung. */
    boolean late() {
        return silent().compareTo(terms.pace().plus(terms.patience())) > 0;
    }

    private void watch() {
        try {
            while (answers()) {
                TimeUnit.NANOSECONDS.sleep(terms.pace().toNanos());
            }
            terms.hung().run();
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean answers() throws InterruptedException {
        var answer = new CountDownLatch(1);
        watched.execute(() -> {
            heard = System.nanoTime();
            answer.countDown();
        });
        return answer.await(terms.patience().toNanos(), TimeUnit.NANOSECONDS)
                || answer.await(terms.grace().toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
