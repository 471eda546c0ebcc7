package tessera.app;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;

/** How often and how long states of screens were computed. Safe for use by several threads. */
final class ProjectionCounters {

    private final LongAdder count = new LongAdder();
    private final LongAdder nanos = new LongAdder();

    /** The same executor, with what it runs measured. */
    Executor measuring(Executor projector) {
        return work -> projector.execute(() -> {
            long begin = System.nanoTime();
            try {
                work.run();
            } finally {
                nanos.add(System.nanoTime() - begin);
                count.increment();
            }
        });
    }

    long count() {
        return count.sum();
    }

    /** The time of all of them together. */
    double seconds() {
        return nanos.sum() / 1e9;
    }
}
