package tessera.demo.store.custom;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Fills in the defaults that a schema declares. */
final class SimulatedCustomResourceDefaulter {

    private SimulatedCustomResourceDefaulter() {}

    /** Fills in the defaults, changing the value. A default goes in only where there is something to hold it. */
    static void applyDefaults(JsonNode value, JsonNode schema) {
        if (value instanceof ObjectNode object) {
            schema.path("properties").properties().forEach(property -> {
                var name = property.getKey();
                var fallback = property.getValue().get("default");
                boolean absent = !object.has(name) || (object.path(name).isNull() && !isNullable(property.getValue()));
                if (fallback != null && absent) {
                    object.set(name, fallback.deepCopy());
                }
                if (object.has(name)) {
                    applyDefaults(object.path(name), property.getValue());
                }
            });
            var others = schema.path("additionalProperties");
            if (others.isObject()) {
                object.forEach(child -> applyDefaults(child, others));
            }
        } else if (value.isArray()) {
            value.forEach(item -> applyDefaults(item, schema.path("items")));
        }
    }

    private static boolean isNullable(JsonNode schema) {
        return schema.path("nullable").asBoolean();
    }
}
