package tessera.metrics.scrape;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.model.Problem;
import tessera.model.reading.DeviceReadings;

/**
 * What is known from one exporter.
 *
 * @param at      when it last answered, by this machine's clock, or before that, what it answered is of; null before it ever did
 * @param trouble what was wrong with the last attempt; null when all was well
 * @param devices as of {@code at}
 */
record ScrapeOutcome(ExporterPod exporter, @Nullable Instant at, @Nullable Problem trouble,
        List<DeviceReadings> devices) {

    /** So far apart clocks may be. */
    private static final Duration SKEW = Duration.ofMinutes(1);

    static ScrapeOutcome none(ExporterPod exporter) {
        return new ScrapeOutcome(exporter, null, null, List.of());
    }

    /** One that does not run, or of a kind that is not understood. */
    static ScrapeOutcome unread(ExporterPod exporter) {
        var why = exporter.read()
                ? Problem.of(Problem.ProblemKind.UNREACHABLE, "The exporter " + exporter.key() + " does not run")
                        .withDetail(exporter.status())
                : Problem.of(Problem.ProblemKind.INVALID,
                        "The exporter " + exporter.key() + " was found and not read: its kind is not known");
        return none(exporter).failed(why);
    }

    /** @param now by this machine's clock */
    static ScrapeOutcome read(ExporterPod exporter, Instant now, ExporterReport report) {
        var dated = report.dated();
        if (dated == null) {
            return new ScrapeOutcome(exporter, now, report.remark(), report.devices());
        }
        // What it took long ago is as old as it says, however often it is told.
        var at = dated.isBefore(now) ? dated : now;
        var remark = dated.isAfter(now.plus(SKEW)) ? ahead(exporter, dated, report.remark()) : report.remark();
        return new ScrapeOutcome(exporter, at, remark, report.devices());
    }

    /** @param other what else was wrong; null for nothing */
    private static Problem ahead(ExporterPod exporter, Instant dated, @Nullable Problem other) {
        var words = "Its newest value is of %s; all of them are shown as of when they were read."
                .formatted(dated.truncatedTo(ChronoUnit.SECONDS));
        return Problem.of(Problem.ProblemKind.GARBLED, "The clock of " + exporter.pod() + " is ahead")
                .withDetail(other == null ? words : words + " " + other.sentence());
    }

    /** What was read before stays, with its age. */
    ScrapeOutcome failed(Problem why) {
        return new ScrapeOutcome(exporter, at, why, devices);
    }
}
