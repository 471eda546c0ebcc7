package tessera.logs;

import java.time.Duration;

/**
 * How long to wait before something is tried again, and what is.
 *
 * @param glance   between two looks whether a container has started
 * @param shortest after a first cut; twice as long after each further one
 * @param longest  after many cuts in a row
 * @param insists  whether what is refused from the start is tried again, too, as long as somebody follows
 */
public record LogPace(Duration glance, Duration shortest, Duration longest, boolean insists) {

    /** Of a command, which ends with what is refused. */
    public static final LogPace USUAL = new LogPace(Duration.ofSeconds(2), Duration.ofSeconds(1),
            Duration.ofSeconds(30), false);

    /** Of a window: who looks may be let in meanwhile. */
    public static final LogPace IN_SIGHT = new LogPace(USUAL.glance, USUAL.shortest, USUAL.longest, true);

    private static final int DOUBLINGS = 10;

    Duration pause(int failures) {
        var pause = shortest.multipliedBy(1L << Math.clamp(failures - 1L, 0, DOUBLINGS));
        return pause.compareTo(longest) < 0 ? pause : longest;
    }
}
