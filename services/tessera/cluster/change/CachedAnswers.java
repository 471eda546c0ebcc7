package tessera.cluster.change;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tessera.model.Failure;

/** A cache of answers that are costly and asked for every second; each is kept for a while. Any thread. */
final class CachedAnswers {

    private static final Duration NOW_AND_THEN = Duration.ofSeconds(8);

    private final Clock clock;
    private final Map<String, CachedAnswer> told = new ConcurrentHashMap<>();

    private record CachedAnswer(Instant askedAt, String text) {}

    /** A costly question to the cluster. */
    interface Question {
        String ask() throws Failure, InterruptedException;
    }

    CachedAnswers(Clock clock) {
        this.clock = clock;
    }

    /**
     * Returns the answer to a question, cached or new.
     *
     * @param about   what tells it from others
     * @param unknown begins the answer where the cluster gives none
     */
    String answerTo(String about, String unknown, Question question) throws InterruptedException {
        var before = told.get(about);
        if (before != null && before.askedAt().plus(NOW_AND_THEN).isAfter(clock.instant())) {
            return before.text();
        }
        var text = askOrExplain(unknown, question);
        told.put(about, new CachedAnswer(clock.instant(), text));
        return text;
    }

    private static String askOrExplain(String unknown, Question question) throws InterruptedException {
        try {
            return question.ask();
        } catch (Failure failure) {
            return unknown + ": " + failure.problem().headline();
        }
    }
}
