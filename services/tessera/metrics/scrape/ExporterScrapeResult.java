package tessera.metrics.scrape;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.metrics.scrape.ExporterScrapeReason.ExporterClockAhead;
import tessera.metrics.scrape.ExporterScrapeReason.ExporterNotRunning;
import tessera.metrics.scrape.ExporterScrapeReason.ExporterUnsupported;
import tessera.metrics.scrape.ExporterScrapeReason.FutureTimestamp;
import tessera.model.Problem;
import tessera.model.reading.DeviceReadings;

/**
 * The outcome of reading one exporter.
 *
 * @param at      when it last answered, by this machine's clock, or before that, what it answered is of; null before it ever did
 * @param trouble what was wrong with the last attempt; null when all was well
 * @param devices as of {@code at}
 */
record ExporterScrapeResult(ExporterPod exporter, @Nullable Instant at, @Nullable Problem trouble,
        List<DeviceReadings> devices) {

    /** So far apart clocks may be. */
    private static final Duration SKEW = Duration.ofMinutes(1);

    static ExporterScrapeResult pending(ExporterPod exporter) {
        return new ExporterScrapeResult(exporter, null, null, List.of());
    }

    /** Returns the outcome of an exporter that does not run, or of a kind that is not supported. */
    static ExporterScrapeResult unreadable(ExporterPod exporter) {
        var problem = exporter.read()
                ? Problem.of(Problem.OperationProblemKind.UNREACHABLE, new ExporterNotRunning(exporter.key()))
                        .withDetail(exporter.status())
                : Problem.of(Problem.OperationProblemKind.INVALID, new ExporterUnsupported(exporter.key()));
        return pending(exporter).withFailure(problem);
    }

    /** @param now by this machine's clock */
    static ExporterScrapeResult success(ExporterPod exporter, Instant now, ExporterDeviceReadings report) {
        var dated = report.dated();
        if (dated == null) {
            return new ExporterScrapeResult(exporter, now, report.problem(), report.devices());
        }
        // What it took long ago is as old as it says, however often it is told.
        var at = dated.isBefore(now) ? dated : now;
        var problem = dated.isAfter(now.plus(SKEW)) ? clockAheadProblem(exporter, dated, report.problem())
                : report.problem();
        return new ExporterScrapeResult(exporter, at, problem, report.devices());
    }

    /** @param other what else was wrong; null for nothing */
    private static Problem clockAheadProblem(ExporterPod exporter, Instant dated, @Nullable Problem other) {
        var detail = new FutureTimestamp(dated.truncatedTo(ChronoUnit.SECONDS),
                other == null ? "" : other.problemText());
        return Problem.of(Problem.OperationProblemKind.GARBLED, new ExporterClockAhead(exporter.pod()))
                .withDetail(detail.text());
    }

    /** Returns the outcome after a failure: the earlier readings stay, with their age. */
    ExporterScrapeResult withFailure(Problem problem) {
        return new ExporterScrapeResult(exporter, at, problem, devices);
    }
}
