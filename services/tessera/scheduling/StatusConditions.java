package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/** What controllers say of objects as conditions of their status. */
public final class StatusConditions {

    private StatusConditions() {}

    /** Whether one is true. */
    public static boolean holds(JsonNode object, String type) {
        return find(object, type, "True").isPresent();
    }

    /**
     * One by its type, while it stands so; empty where it does not.
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
