package tessera.demo.patch.ownership;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import tessera.demo.patch.schema.KindSchema;
import tessera.demo.patch.schema.ValueShape;
import tessera.demo.patch.schema.ValueShape.Presence;
import tessera.demo.patch.schema.ValueShape.Scalar;
import tessera.demo.patch.schema.ValueShape.Struct;

/** An object before it exists: its always-present fields, with nothing in them. New objects are compared to it. */
final class EmptyObject {

    private EmptyObject() {}

    static ObjectNode emptyObject(KindSchema kind) {
        var empty = kind.custom() ? JsonNodeFactory.instance.objectNode() : structValue(kind.shape());
        return empty.put("apiVersion", kind.apiVersion()).put("kind", kind.kindName());
    }

    private static ObjectNode structValue(Struct struct) {
        var object = JsonNodeFactory.instance.objectNode();
        struct.fields().forEach((name, field) -> {
            if (field.presence() == Presence.ALWAYS) {
                object.set(name, emptyValue(field.shape()));
            }
        });
        return object;
    }

    private static JsonNode emptyValue(ValueShape shape) {
        return switch (shape) {
            case Struct struct -> structValue(struct);
            case Scalar scalar -> switch (scalar) {
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
