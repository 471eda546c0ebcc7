package tessera.demo.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Counts and conditions in owners' statuses. */
public final class SimulatedOwnerStatusWriter {

    private SimulatedOwnerStatusWriter() {}

    /** Sets a count field, which is left out if zero. */
    public static void putCount(ObjectNode status, String field, int number) {
        if (number == 0) {
            status.remove(field);
        } else {
            status.put(field, number);
        }
    }

    /**
     * Sets a condition; its time changes only with its status.
     *
     * @return the condition, for what else it says
     */
    public static ObjectNode setCondition(ObjectNode status, String type, boolean holds, String reason, Instant now) {
        var text = holds ? "True" : "False";
        var condition = findCondition(status.withArrayProperty("conditions"), type);
        if (condition == null) {
            condition = status.withArrayProperty("conditions").addObject().put("type", type);
        }
        if (!condition.path("status").asText().equals(text)) {
            condition.put("status", text).put("lastTransitionTime", SimulatedTimestampFormat.secondsText(now));
        }
        return condition.put("reason", reason);
    }

    public static @Nullable ObjectNode findCondition(JsonNode conditions, String type) {
        for (var condition : conditions) {
            if (condition.path("type").asText().equals(type)) {
                return (ObjectNode) condition;
            }
        }
        return null;
    }

    public static boolean hasTrueCondition(JsonNode object, String type) {
        var condition = findCondition(object.path("status").path("conditions"), type);
        return condition != null && condition.path("status").asText().equals("True");
    }

    public static void removeCondition(ObjectNode status, String type) {
        if (status.get("conditions") instanceof ArrayNode conditions) {
            conditions.removeIf(condition -> condition.path("type").asText().equals(type));
            if (conditions.isEmpty()) {
                status.remove("conditions");
            }
        }
    }
}
