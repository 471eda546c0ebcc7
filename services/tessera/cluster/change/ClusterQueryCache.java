package tessera.cluster.change;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tessera.model.ProblemException;

/** A cache of answers that are costly and asked for every second; each is kept for a while. Any thread. */
final class ClusterQueryCache {

    private static final Duration NOW_AND_THEN = Duration.ofSeconds(8);

    private final Clock clock;
    private final Map<String, CachedQueryResult> resultsByKey = new ConcurrentHashMap<>();

    private record CachedQueryResult(Instant askedAt, String text) {}

    /** A costly question to the cluster. */
    interface CostlyQuery {
        String ask() throws ProblemException, InterruptedException;
    }

    ClusterQueryCache(Clock clock) {
        this.clock = clock;
    }

    /**
     * Returns the answer to a question, cached or new.
     *
     * @param about   what tells it from others
     * @param unknown begins the answer where the cluster gives none
     */
    String answerTo(String about, String unknown, CostlyQuery costlyQuery) throws InterruptedException {
        var before = resultsByKey.get(about);
        if (before != null && before.askedAt().plus(NOW_AND_THEN).isAfter(clock.instant())) {
            return before.text();
        }
        var text = askOrExplain(unknown, costlyQuery);
        resultsByKey.put(about, new CachedQueryResult(clock.instant(), text));
        return text;
    }

    private static String askOrExplain(String unknown, CostlyQuery costlyQuery) throws InterruptedException {
        try {
            return costlyQuery.ask();
        } catch (ProblemException problemException) {
            return unknown + ": " + problemException.problem().headline();
        }
    }
}
