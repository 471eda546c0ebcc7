package tessera.metrics.scrape;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Bounds how many readings are under way. Those that were slow or failed wait for each other only, so that they hold
 * up nobody else. What waits is an entry in a queue, not a thread: large fleets have thousands of exporters. Safe for
 * use by several threads.
 */
final class ScrapeLimiter implements AutoCloseable {

    private final ExecutorService usual;
    private final ExecutorService slow;

    ScrapeLimiter(int atOnce) {
        int few = Math.max(1, atOnce / 4);
        slow = lane("slow exporter ", few);
        usual = lane("exporter ", Math.max(1, atOnce - few));
    }

    private static ExecutorService lane(String name, int width) {
        return Executors.newFixedThreadPool(width, Thread.ofVirtual().name(name, 1).factory());
    }

    /** Reads when there is room. */
    Future<?> enter(boolean known, Runnable reading) {
        return (known ? usual : slow).submit(reading);
    }

    @Override
    public void close() {
        usual.shutdownNow();
        slow.shutdownNow();
    }
}
