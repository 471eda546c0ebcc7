package tessera.demo.patch.ownership;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import tessera.demo.patch.schema.FieldValueSchema;
import tessera.demo.patch.schema.FieldValueSchema.ScalarSchema;
import tessera.demo.patch.schema.FieldValueSchema.StructSchema;
import tessera.demo.patch.schema.FieldValueSchema.ZeroValuePresence;
import tessera.demo.patch.schema.SimulatedKindSchema;

/** An object before it exists: its always-present fields, with nothing in them. New objects are compared to it. */
final class SimulatedEmptyObjectFactory {

    private SimulatedEmptyObjectFactory() {}

    static ObjectNode emptyObject(SimulatedKindSchema kind) {
        var empty = kind.custom() ? JsonNodeFactory.instance.objectNode() : structValue(kind.schema());
        return empty.put("apiVersion", kind.apiVersion()).put("kind", kind.kindName());
    }

    private static ObjectNode structValue(StructSchema structSchema) {
        var object = JsonNodeFactory.instance.objectNode();
        structSchema.fields().forEach((name, field) -> {
            if (field.presence() == ZeroValuePresence.ALWAYS) {
                object.set(name, emptyValue(field.valueSchema()));
            }
        });
        return object;
    }

    private static JsonNode emptyValue(FieldValueSchema valueSchema) {
        return switch (valueSchema) {
            case StructSchema structSchema -> structValue(structSchema);
            case ScalarSchema scalarSchema -> switch (scalarSchema) {
                case STRING, BYTES -> JsonNodeFactory.instance.textNode("");
                case INT32, INT64, DOUBLE -> JsonNodeFactory.instance.numberNode(0);
                case BOOL -> JsonNodeFactory.instance.booleanNode(false);
                case QUANTITY -> JsonNodeFactory.instance.textNode("0");
                case INT_OR_STRING, TIME, MICRO_TIME -> JsonNodeFactory.instance.nullNode();
            };
            default -> JsonNodeFactory.instance.nullNode();
        };
    }
}
