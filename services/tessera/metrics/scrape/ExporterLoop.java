package tessera.metrics.scrape;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import tessera.flow.Wake;
import tessera.metrics.scrape.Exporters.Page;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.Kind;

/**
 * Reads one exporter again and again: never more often than it gathers, seldom while it fails. Ends when it is interrupted.
 */
final class ExporterLoop implements Runnable {

    private static final Duration QUICK = Duration.ofSeconds(2);
    private static final int MOST_DOUBLINGS = 10;

    private final Exporter exporter;
    private final Means means;
    private Outcome outcome;
    private int failures;
    private boolean quick = true;

    /**
     * What all loops share.
     *
     * @param contact  whether the cluster is within reach
     * @param interval how long to wait between two readings, as of now
     * @param told     is given every outcome
     */
    record Means(Exporters exporters, Page<Report> page, ScrapeTerms terms, Supplier<Duration> interval,
            Lanes lanes, BooleanSupplier contact, Wake wake, Consumer<Outcome> told) {}

    ExporterLoop(Exporter exporter, Means means) {
        this.exporter = exporter;
        this.means = means;
        this.outcome = Outcome.none(exporter);
    }

    @Override
    public void run() {
        try {
            means.wake().pause(chance(means.terms().interval().dividedBy(10)), means.wake().rings());
            while (true) {
                long heard = means.wake().rings();
                long begun = System.nanoTime();
                read();
                rest(begun, heard);
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /** The bell may ring early; that is no reason to read what the exporter has not gathered anew. */
    private void rest(long begun, long heard) throws InterruptedException {
        var pause = pause();
        var least = failures == 0 ? means.interval().get() : means.terms().interval();
        means.wake().pause(pause, heard);
        long passed = System.nanoTime() - begun;
        long early = least.toNanos() - passed;
        if (early > 0) {
            TimeUnit.NANOSECONDS.sleep(early);
        }
    }

    private void read() throws InterruptedException {
        try (var _ = means.lanes().enter(quick)) {
            long begun = System.nanoTime();
            try {
                var report = means.exporters().read(exporter, means.terms().patience(), means.page());
                failures = 0;
                quick = System.nanoTime() - begun < QUICK.toNanos();
                outcome = Outcome.read(exporter, means.terms().clock().instant(), report);
            } catch (Failure failure) {
                failed(failure.problem());
            } catch (RuntimeException defect) {
                failed(Problem.of(Kind.UNEXPECTED, "The report of " + exporter.pod() + " could not be read")
                        .withDetail(defect.toString()));
            }
        }
        means.told().accept(outcome);
    }

    private void failed(Problem why) {
        if (means.contact().getAsBoolean()) {
            failures++;
            quick = false;
        }
        outcome = outcome.failed(why);
    }

    private Duration pause() {
        var interval = means.interval().get();
        if (failures > 1) {
            var longer = interval.multipliedBy(1L << Math.min(failures - 1, MOST_DOUBLINGS));
            interval = longer.compareTo(means.terms().longest()) < 0 ? longer : means.terms().longest();
        }
        return interval.plus(chance(interval.dividedBy(10)));
    }

    private Duration chance(Duration most) {
        return Duration.ofMillis(means.terms().random().nextLong(most.toMillis() + 1));
    }
}
