package tessera.demo.store.custom;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Fills in the defaults that a schema names. */
final class SchemaDefaults {

    private SchemaDefaults() {}

    /** Changes the value. A default goes in only where there is something to hold it. */
    static void apply(JsonNode value, JsonNode schema) {
        if (value instanceof ObjectNode object) {
            schema.path("properties").properties().forEach(property -> {
                var name = property.getKey();
                var fallback = property.getValue().get("default");
                boolean absent = !object.has(name) || (object.path(name).isNull() && !nullable(property.getValue()));
                if (fallback != null && absent) {
                    object.set(name, fallback.deepCopy());
                }
                if (object.has(name)) {
                    apply(object.path(name), property.getValue());
                }
            });
            var others = schema.path("additionalProperties");
            if (others.isObject()) {
                object.forEach(child -> apply(child, others));
            }
        } else if (value.isArray()) {
            value.forEach(item -> apply(item, schema.path("items")));
        }
    }

    private static boolean nullable(JsonNode schema) {
        return schema.path("nullable").asBoolean();
    }
}
