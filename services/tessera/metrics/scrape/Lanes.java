package tessera.metrics.scrape;

import java.util.concurrent.Semaphore;

/**
 * Bounds how many readings are under way. Those that were slow or failed wait for each other only, so that they hold
 * up nobody else. Safe for use by several threads.
 */
final class Lanes {

    private final Semaphore usual;
    private final Semaphore slow;

    Lanes(int atOnce) {
        int few = Math.max(1, atOnce / 4);
        slow = new Semaphore(few, true);
        usual = new Semaphore(Math.max(1, atOnce - few), true);
    }

    /** Waits for room, to be given back. */
    Room enter(boolean known) throws InterruptedException {
        var lane = known ? usual : slow;
        lane.acquire();
        return lane::release;
    }

    /** A place in a lane. */
    interface Room extends AutoCloseable {
        @Override
        void close();
    }
}
