package tessera.app.selfmetrics;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;

/** Counts the projections of screen states and their time. Safe for use by several threads. */
public final class ScreenStateBuildCounters {

    private final LongAdder count = new LongAdder();
    private final LongAdder nanos = new LongAdder();

    /** Returns an executor that measures the tasks of another. */
    public Executor measureOn(Executor projector) {
        return work -> measureBuild(work, projector);
    }

    private void measureBuild(Runnable work, Executor projector) {
        projector.execute(() -> {
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

    /** Returns the time of all projections together. */
    double totalSeconds() {
        return nanos.sum() / 1e9;
    }
}
