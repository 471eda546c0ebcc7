package tessera.metrics.scrape;

import java.time.Clock;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * The settings for reading exporters: intervals, timeout, limits.
 *
 * @param interval  between two readings of one exporter; exporters gather anew every 30 seconds
 * @param timeout  how long an exporter may be silent
 * @param maxConcurrent    readings that may be under way at a time
 * @param maxPerSecond readings that may be begun in a second; with more exporters each is read less often
 * @param maxPause   the longest pause after failures
 */
public record ExporterScrapeSettings(Clock clock, RandomGenerator random, Duration interval, Duration timeout,
        int maxConcurrent, int maxPerSecond, Duration maxPause) {

    public static ExporterScrapeSettings defaults(Clock clock, RandomGenerator random) {
        return new ExporterScrapeSettings(clock, random, Duration.ofSeconds(30), Duration.ofSeconds(15), 16, 40,
                Duration.ofMinutes(5));
    }

    /** Returns the time over which the first readings of so many exporters are spread. */
    Duration startSpread(int exporters) {
        var usual = interval.dividedBy(10);
        var least = Duration.ofSeconds(1).multipliedBy(exporters).dividedBy(Math.max(1, maxPerSecond));
        return least.compareTo(usual) < 0 ? least : usual;
    }

    /** Returns the interval that keeps to the readings allowed in a second. */
    Duration intervalFor(int exporters) {
        var least = Duration.ofSeconds(exporters / Math.max(1, maxPerSecond));
        return least.compareTo(interval) > 0 ? least : interval;
    }
}
