package tessera.metrics.scrape;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Limits the number of concurrent readings. Those that were slow or failed wait for each other only, so that they hold
 * up nobody else. What waits is an entry in a queue, not a thread: large fleets have thousands of exporters. Safe for
 * use by several threads.
 */
final class ScrapeLimiter implements AutoCloseable {

    private final ExecutorService defaultExecutor;
    private final ExecutorService slow;

    ScrapeLimiter(int atOnce) {
        int few = Math.max(1, atOnce / 4);
        slow = createExecutor("slow exporter ", few);
        defaultExecutor = createExecutor("exporter ", Math.max(1, atOnce - few));
    }

    private static ExecutorService createExecutor(String name, int width) {
        return Executors.newFixedThreadPool(width, Thread.ofVirtual().name(name, 1).factory());
    }

    /** Runs a reading when there is room. */
    Future<?> submit(boolean known, Runnable reading) {
        return (known ? defaultExecutor : slow).submit(reading);
    }

    @Override
    public void close() {
        defaultExecutor.shutdownNow();
        slow.shutdownNow();
    }
}
