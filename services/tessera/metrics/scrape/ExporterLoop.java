package tessera.metrics.scrape;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tessera.metrics.scrape.ExporterClient.PageParser;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;

/**
 * Reads one exporter again and again: never more often than it gathers, seldom while it fails. Between two readings it
 * has no thread. Safe for use by several threads.
 */
final class ExporterLoop {

    private static final Duration QUICK = Duration.ofSeconds(2);
    private static final int MOST_DOUBLINGS = 10;

    private final ExporterPod exporter;
    private final LoopMeans means;
    private ScrapeOutcome outcome;
    private int failures;
    private boolean quick = true;
    private long begun;
    private boolean hurried;
    private boolean ended;
    /** The pause, or the reading that is under way or waits for its lane. */
    private @Nullable Future<?> current;
    private boolean reading;
    private int turns;

    /**
     * What all loops share.
     *
     * @param contact  whether the cluster is within reach
     * @param interval how long to wait between two readings, as of now
     * @param timer    rings when a pause is over
     * @param told     is given every outcome
     * @param spared   whether an exporter need not be read for the time being
     */
    record LoopMeans(ExporterClient exporters, PageParser<ExporterReport> page, ScrapeTerms terms,
            Supplier<Duration> interval,
            ScrapeLimiter lanes, BooleanSupplier contact, ScheduledExecutorService timer, Consumer<ScrapeOutcome> told,
            Predicate<ExporterPod> spared) {}

    ExporterLoop(ExporterPod exporter, LoopMeans means) {
        this.exporter = exporter;
        this.means = means;
        this.outcome = ScrapeOutcome.none(exporter);
    }

    String node() {
        return exporter.node();
    }

    synchronized void begin() {
        pause(chance(means.terms().interval().dividedBy(10)).toNanos());
    }

    /** Ends a pause early, though not so early that the exporter would be read before it has gathered anew. */
    synchronized void hurry() {
        hurried = true;
        if (!reading && current != null) {
            current.cancel(false);
            pause(untilAllowed());
        }
    }

    synchronized void end() {
        ended = true;
        if (current != null) {
            current.cancel(true);
        }
    }

    private void pause(long nanos) {
        if (!ended) {
            reading = false;
            int next = ++turns;
            current = means.timer().schedule(() -> due(next), Math.max(0, nanos), TimeUnit.NANOSECONDS);
        }
    }

    /** A pause that was cancelled too late may still end. */
    private synchronized void due(int turn) {
        if (ended || reading || turn != turns) {
            return;
        }
        if (means.spared().test(exporter)) {
            pause(pause().toNanos());
        } else {
            reading = true;
            hurried = false;
            current = means.lanes().enter(quick, this::turn);
        }
    }

    private void turn() {
        begun = System.nanoTime();
        try {
            read();
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
            return;
        }
        means.told().accept(outcome);
        rest();
    }

    private synchronized void rest() {
        pause(hurried ? untilAllowed() : Math.max(pause().toNanos() - passed(), untilAllowed()));
    }

    private long untilAllowed() {
        if (begun == 0) {
            return 0;
        }
        var least = failures == 0 ? means.interval().get() : means.terms().interval();
        return least.toNanos() - passed();
    }

    private long passed() {
        return System.nanoTime() - begun;
    }

    private void read() throws InterruptedException {
        try {
            var report = means.exporters().read(exporter, means.terms().patience(), means.page());
            failures = 0;
            quick = passed() < QUICK.toNanos();
            outcome = ScrapeOutcome.read(exporter, means.terms().clock().instant(), report);
        } catch (Failure failure) {
            failed(failure.problem());
        } catch (RuntimeException defect) {
            failed(Problem.of(ProblemKind.UNEXPECTED, "The report of " + exporter.pod() + " could not be read")
                    .withDetail(defect.toString()));
        }
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
