package tessera.logs;

import java.time.Duration;

/**
 * How long to wait before something is tried again.
 *
 * @param glance   between two looks whether a container has started
 * @param shortest after a first cut; twice as long after each further one
 * @param longest  after many cuts in a row
 */
public record LogPace(Duration glance, Duration shortest, Duration longest) {

    public static final LogPace USUAL = new LogPace(Duration.ofSeconds(2), Duration.ofSeconds(1),
            Duration.ofSeconds(30));

    private static final int DOUBLINGS = 10;

    Duration pause(int failures) {
        var pause = shortest.multipliedBy(1L << Math.clamp(failures - 1L, 0, DOUBLINGS));
        return pause.compareTo(longest) < 0 ? pause : longest;
    }
}
