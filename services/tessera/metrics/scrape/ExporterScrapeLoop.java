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
import tessera.metrics.scrape.ExporterClient.MetricsPageParser;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

/**
 * Reads one exporter repeatedly: never more often than it samples, seldom while it fails. Between two readings it
 * has no thread. Safe for use by several threads.
 */
final class ExporterScrapeLoop {

    private static final Duration QUICK = Duration.ofSeconds(2);
    private static final int MOST_DOUBLINGS = 10;

    private final ExporterPod exporter;
    private final ExporterLoopDependencies means;
    private ExporterScrapeResult outcome;
    private int failures;
    private boolean quick = true;
    private long startNanos;
    private boolean hurried;
    private boolean stopped;
    /** The pause, or the reading that is under way or waits for its lane. */
    private @Nullable Future<?> current;
    private boolean reading;
    private int generation;

    /**
     * The collaborators that all loops share.
     *
     * @param contact  whether the cluster is within reach
     * @param interval how long to wait between two readings, as of now
     * @param timer    rings when a pause is over
     * @param onOutcome     is given every outcome
     * @param spared   whether an exporter need not be read for the time being
     */
    record ExporterLoopDependencies(ExporterClient exporters, MetricsPageParser<ExporterDeviceReadings> page,
            ExporterScrapeSettings settings, Supplier<Duration> interval, ScrapeLimiter lanes, BooleanSupplier contact,
            ScheduledExecutorService timer, Consumer<ExporterScrapeResult> onOutcome, Predicate<ExporterPod> spared) {}

    ExporterScrapeLoop(ExporterPod exporter, ExporterLoopDependencies means) {
        this.exporter = exporter;
        this.means = means;
        this.outcome = ExporterScrapeResult.pending(exporter);
    }

    String nodeName() {
        return exporter.node();
    }

    /** @param spread how much later than at once it may be read */
    synchronized void start(Duration spread) {
        schedule(randomUpTo(spread).toNanos());
    }

    /** Ends a pause early, but not before the exporter has sampled anew. */
    synchronized void shortenPause() {
        hurried = true;
        if (!reading && current != null) {
            current.cancel(false);
            schedule(nanosUntilAllowed());
        }
    }

    synchronized void stop() {
        stopped = true;
        if (current != null) {
            current.cancel(true);
        }
    }

    private void schedule(long nanos) {
        if (!stopped) {
            reading = false;
            int next = ++generation;
            current = means.timer().schedule(() -> onTimer(next), Math.max(0, nanos), TimeUnit.NANOSECONDS);
        }
    }

    /** Runs a turn when its timer is due; a pause that was cancelled too late may still end. */
    private synchronized void onTimer(int turn) {
        if (stopped || reading || turn != generation) {
            return;
        }
        if (means.spared().test(exporter)) {
            schedule(nextPause().toNanos());
        } else {
            reading = true;
            hurried = false;
            current = means.lanes().submit(quick, this::runTurn);
        }
    }

    private void runTurn() {
        startNanos = System.nanoTime();
        try {
            readExporter();
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
            return;
        }
        means.onOutcome().accept(outcome);
        scheduleNext();
    }

    private synchronized void scheduleNext() {
        schedule(hurried ? nanosUntilAllowed()
                : Math.max(nextPause().toNanos() - nanosSinceStart(), nanosUntilAllowed()));
    }

    private long nanosUntilAllowed() {
        if (startNanos == 0) {
            return 0;
        }
        var least = failures == 0 ? means.interval().get() : means.settings().interval();
        return least.toNanos() - nanosSinceStart();
    }

    private long nanosSinceStart() {
        return System.nanoTime() - startNanos;
    }

    private void readExporter() throws InterruptedException {
        try {
            var report = means.exporters().readPage(exporter, means.settings().timeout(), means.page());
            failures = 0;
            quick = nanosSinceStart() < QUICK.toNanos();
            outcome = ExporterScrapeResult.success(exporter, means.settings().clock().instant(), report);
        } catch (ProblemException problemException) {
            recordFailure(problemException.problem());
        } catch (RuntimeException defect) {
            recordFailure(Problem
                    .of(OperationProblemKind.UNEXPECTED,
                            new ExporterScrapeReason.ExporterResponseUnreadable(exporter.pod()))
                    .withDetail(defect.toString()));
        }
    }

    private void recordFailure(Problem problem) {
        if (means.contact().getAsBoolean()) {
            failures++;
            quick = false;
        }
        outcome = outcome.withFailure(problem);
    }

    private Duration nextPause() {
        var interval = means.interval().get();
        if (failures > 1) {
            var longer = interval.multipliedBy(1L << Math.min(failures - 1, MOST_DOUBLINGS));
            interval = longer.compareTo(means.settings().maxPause()) < 0 ? longer : means.settings().maxPause();
        }
        return interval.plus(randomUpTo(interval.dividedBy(10)));
    }

    private Duration randomUpTo(Duration maximum) {
        return Duration.ofMillis(means.settings().random().nextLong(maximum.toMillis() + 1));
    }
}
