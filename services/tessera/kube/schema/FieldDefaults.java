package tessera.kube.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The defaults of fields that are left out, as the table of kinds has them behind {@code default=}. */
public final class FieldDefaults {

    private final Map<String, List<FieldDefault>> defaults = new HashMap<>();

    public FieldDefaults(KindTable table) {
        for (var entry : table.types().entrySet()) {
            var name = entry.getKey();
            var type = entry.getValue();
            defaults.put(name,
                    type.fields().entrySet().stream()
                            .map(field -> FieldDefault.of(field.getKey(), field.getValue(), table))
                            .filter(each -> each.value().isPresent() || !each.struct().isEmpty()).toList());
        }
    }

    /**
     * The default of a field.
     *
     * @param value  empty for none
     * @param struct the type of its values or of their items; empty for scalars
     */
    private record FieldDefault(String name, Optional<JsonNode> value, String struct) {

        static FieldDefault of(String name, KindField field, KindTable table) {
            return new FieldDefault(name, field.option("default").map(text -> valueOf(field.type(), text)),
                    table.hasType(field.itemType()) ? field.itemType() : "");
        }

        private static JsonNode valueOf(String type, String text) {
            return switch (type) {
                case "bool" -> BooleanNode.valueOf(Boolean.parseBoolean(text));
                case "int32", "int64" -> IntNode.valueOf(Integer.parseInt(text));
                case "int-or-string" ->
                    text.endsWith("%") ? TextNode.valueOf(text) : IntNode.valueOf(Integer.parseInt(text));
                default -> text.equals("{}") ? JsonNodeFactory.instance.objectNode() : TextNode.valueOf(text);
            };
        }
    }

    /** Fills in the defaults of a value of a type, changing it; where nothing holds a field it gets none. */
    public void fill(String type, ObjectNode value) {
        for (var each : defaults.getOrDefault(type, List.of())) {
            if (each.value().isPresent() && isLeftOut(value.path(each.name()))) {
                value.set(each.name(), each.value().get().deepCopy());
            }
            if (!each.struct().isEmpty()) {
                fillBelow(each.struct(), value.path(each.name()));
            }
        }
    }

    private void fillBelow(String type, JsonNode value) {
        if (value instanceof ObjectNode object && defaults.containsKey(type)) {
            fill(type, object);
        } else if (value.isArray()) {
            value.forEach(item -> fillBelow(type, item));
        }
    }

    private static boolean isLeftOut(JsonNode value) {
        return value.isMissingNode() || value.isNull() || (value.isTextual() && value.asText().isEmpty());
    }
}
