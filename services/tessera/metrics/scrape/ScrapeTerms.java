package tessera.metrics.scrape;

import java.time.Clock;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How often and how patiently exporters are read.
 *
 * @param interval  between two readings of one exporter; exporters gather anew every 30 seconds
 * @param patience  how long an exporter may be silent
 * @param atOnce    readings that may be under way at a time
 * @param perSecond readings that may be begun in a second; with more exporters each is read less often
 * @param longest   the longest pause after failures
 */
public record ScrapeTerms(Clock clock, RandomGenerator random, Duration interval, Duration patience, int atOnce,
        int perSecond, Duration longest) {

    public static ScrapeTerms usual(Clock clock, RandomGenerator random) {
        return new ScrapeTerms(clock, random, Duration.ofSeconds(30), Duration.ofSeconds(15), 16, 40,
                Duration.ofMinutes(5));
    }

    /** The interval that keeps to the readings allowed in a second. */
    Duration intervalFor(int exporters) {
        var least = Duration.ofSeconds(exporters / Math.max(1, perSecond));
        return least.compareTo(interval) > 0 ? least : interval;
    }
}
