package tessera.cluster.change;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tessera.model.Problem;

/** The result of a request that changes something. */
sealed interface ClusterWriteResult {

    /**
     * The request was accepted: surely done.
     *
     * @param answer what the server says the object is now
     */
    record AcceptedClusterWrite(JsonNode answer) implements ClusterWriteResult {}

    /**
     * The request was refused or never sent: surely not done.
     *
     * @param status     of the answer; 0 without one
     * @param retryAfter how long the server wants to be left alone; null when it does not say
     */
    record RefusedClusterWrite(int status, Problem problem,
            @Nullable Duration retryAfter) implements ClusterWriteResult {}

    /** The request was sent, and no answer tells its result. */
    record UnansweredClusterWrite(Problem problem) implements ClusterWriteResult {}
}
