package tessera.logs;

import java.time.Duration;

/**
 * The delays before retries, and which failures are retried.
 *
 * @param statusInterval   between two looks whether a container has started
 * @param shortest after a first cut; twice as long after each further one
 * @param longest  after many cuts in a row
 * @param retriesDenied  whether what is refused from the start is tried again, too, as long as somebody follows
 */
public record LogRetryPolicy(Duration statusInterval, Duration shortest, Duration longest, boolean retriesDenied) {

    /** Of a command, which ends with what is refused. */
    public static final LogRetryPolicy USUAL = new LogRetryPolicy(Duration.ofSeconds(2), Duration.ofSeconds(1),
            Duration.ofSeconds(30), false);

    /** Of a window: who looks may be let in meanwhile. */
    public static final LogRetryPolicy IN_SIGHT = new LogRetryPolicy(USUAL.statusInterval, USUAL.shortest,
            USUAL.longest, true);

    private static final int DOUBLINGS = 10;

    Duration pauseAfter(int failures) {
        var pause = shortest.multipliedBy(1L << Math.clamp(failures - 1L, 0, DOUBLINGS));
        return pause.compareTo(longest) < 0 ? pause : longest;
    }
}
