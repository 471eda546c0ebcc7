package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/** Reads the conditions in the status of an object. */
public final class StatusConditionReader {

    private StatusConditionReader() {}

    /** Returns whether a condition has the status True. */
    public static boolean isTrue(JsonNode object, String type) {
        return find(object, type, "True").isPresent();
    }

    /**
     * Finds a condition by its type and status; empty where there is none.
     *
     * @param status {@code True}, {@code False} or {@code Unknown}
     */
    public static Optional<JsonNode> find(JsonNode object, String type, String status) {
        return object.at("/status/conditions").valueStream()
                .filter(condition -> condition.path("type").asText().equals(type)
                        && condition.path("status").asText().equals(status))
                .findFirst();
    }
}
