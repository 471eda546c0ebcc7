package tessera.cluster.watch;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Page size, timeouts and pauses of the requests to the server.
 *
 * @param pageSize       objects of one page of a list
 * @param answerTimeout     how long a list may stall
 * @param watchDuration      how long a watch is asked to last, at least; at most twice as long
 * @param silenceTimeout    after which a watch without even a bookmark is taken for dead
 * @param heartbeat  how often the server is asked for a sign of life, and how long it may take to give one until that is told;
 *                   after twice that time the connection is given up
 * @param minPause after a first failure; doubled after each further one
 * @param maxPause  the longest pause between two tries
 * @param recheck    how often something that is not allowed is tried again
 */
public record WatchRequestTimings(int pageSize, Duration answerTimeout, Duration watchDuration, Duration silenceTimeout,
        Duration heartbeat, Duration minPause, Duration maxPause, Duration recheck) {

    private static final int MOST_DOUBLINGS = 20;

    public static final WatchRequestTimings USUAL = new WatchRequestTimings(500, Duration.ofMinutes(1),
            Duration.ofMinutes(5), Duration.ofMinutes(3), Duration.ofSeconds(5), Duration.ofMillis(500),
            Duration.ofSeconds(30), Duration.ofMinutes(1));

    /** Returns the pause before an attempt, randomized so that many clients do not return at once. */
    public Duration pauseBefore(int attempt, RandomGenerator random) {
        long whole = Math.min(maxPause.toMillis(), minPause.toMillis() << Math.clamp(attempt - 1L, 0, MOST_DOUBLINGS));
        return Duration.ofMillis(whole / 2 + random.nextLong(whole / 2 + 1));
    }

    long watchSeconds(RandomGenerator random) {
        long minimum = Math.max(1, watchDuration.toSeconds());
        return minimum + random.nextLong(minimum);
    }
}
