package tessera.cluster.watch;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How patiently and how often the server is asked.
 *
 * @param page       objects of one page of a list
 * @param answer     how long a list may stall
 * @param watch      how long a watch is asked to last, at least; at most twice as long
 * @param silence    after which a watch without even a bookmark is taken for dead
 * @param heartbeat  how often the server is asked for a sign of life, and how long it may take to give one until that is told;
 *                   after twice that time the connection is given up
 * @param firstPause after a first failure; doubled after each further one
 * @param mostPause  the longest pause between two tries
 * @param recheck    how often something that is not allowed is tried again
 */
public record RetryPolicy(int page, Duration answer, Duration watch, Duration silence, Duration heartbeat,
        Duration firstPause, Duration mostPause, Duration recheck) {

    private static final int MOST_DOUBLINGS = 20;

    public static final RetryPolicy USUAL = new RetryPolicy(500, Duration.ofMinutes(1), Duration.ofMinutes(5),
            Duration.ofMinutes(3), Duration.ofSeconds(5), Duration.ofMillis(500), Duration.ofSeconds(30),
            Duration.ofMinutes(1));

    /** The pause before a try, with chance in it so that many clients do not come back at once. */
    public Duration pause(int attempt, RandomGenerator random) {
        long whole = Math.min(mostPause.toMillis(),
                firstPause.toMillis() << Math.clamp(attempt - 1L, 0, MOST_DOUBLINGS));
        return Duration.ofMillis(whole / 2 + random.nextLong(whole / 2 + 1));
    }

    long watchSeconds(RandomGenerator random) {
        long least = Math.max(1, watch.toSeconds());
        return least + random.nextLong(least);
    }
}
