package tessera.cluster.change;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tessera.model.Problem;

/** What became of a request that changes something. */
sealed interface WriteResult {

    /**
     * Surely done.
     *
     * @param answer what the server says the object is now
     */
    record WriteAccepted(JsonNode answer) implements WriteResult {}

    /**
     * Surely not done: the server said no, or it was not sent.
     *
     * @param status     of the answer; 0 without one
     * @param retryAfter how long the server wants to be left alone; null when it does not say
     */
    record WriteRefused(int status, Problem problem, @Nullable Duration retryAfter) implements WriteResult {}

    /** It was sent, and no answer says what became of it. */
    record WriteUnanswered(Problem problem) implements WriteResult {}
}
