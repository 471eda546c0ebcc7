package tessera.cluster.change;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tessera.model.Failure;

/** Answers that cost much to get and are asked for every second: each is kept for a while. Any thread. */
final class CachedAnswers {

    private static final Duration NOW_AND_THEN = Duration.ofSeconds(8);

    private final Clock clock;
    private final Map<String, CachedAnswer> told = new ConcurrentHashMap<>();

    private record CachedAnswer(Instant at, String words) {}

    /** How an answer is got; waits for the cluster. */
    interface Question {
        String ask() throws Failure, InterruptedException;
    }

    CachedAnswers(Clock clock) {
        this.clock = clock;
    }

    /**
     * The answer to a question.
     *
     * @param about   what tells it from others
     * @param unknown begins the answer where the cluster gives none
     */
    String answer(String about, String unknown, Question question) throws InterruptedException {
        var before = told.get(about);
        if (before != null && before.at().plus(NOW_AND_THEN).isAfter(clock.instant())) {
            return before.words();
        }
        var words = asked(unknown, question);
        told.put(about, new CachedAnswer(clock.instant(), words));
        return words;
    }

    private static String asked(String unknown, Question question) throws InterruptedException {
        try {
            return question.ask();
        } catch (Failure failure) {
            return unknown + ": " + failure.problem().headline();
        }
    }
}
