package tessera.cluster.change;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;

/**
 * Writes an object in the order of another, so that a comparison line by line shows what is otherwise and not what stands
 * elsewhere: servers need not answer a change in the order in which they answer a question.
 */
final class KeyOrderAligner {

    private KeyOrderAligner() {}

    /** Without fields that are null, as that is to the API as if they were not there. */
    static JsonNode to(JsonNode model, JsonNode object) {
        return switch (object) {
            case ObjectNode fields -> to(model, fields);
            case ArrayNode list -> to(model, list);
            default -> object;
        };
    }

    private static JsonNode to(JsonNode model, ObjectNode fields) {
        var ordered = fields.objectNode();
        model.fieldNames().forEachRemaining(name -> {
            if (fields.hasNonNull(name)) {
                ordered.set(name, to(model.get(name), fields.get(name)));
            }
        });
        fields.properties().forEach(field -> {
            if (!field.getValue().isNull() && !ordered.has(field.getKey())) {
                ordered.set(field.getKey(), to(field.getValue(), field.getValue()));
            }
        });
        return ordered;
    }

    private static JsonNode to(JsonNode model, ArrayNode list) {
        var ordered = list.arrayNode();
        for (int i = 0; i < list.size(); i++) {
            ordered.add(to(counterpart(model, list.get(i), i), list.get(i)));
        }
        return ordered;
    }

    private static JsonNode counterpart(JsonNode model, JsonNode element, int index) {
        return first(model, element::equals).or(() -> called(model, element, "name"))
                .or(() -> called(model, element, "key")).orElseGet(() -> model.path(index));
    }

    private static Optional<JsonNode> called(JsonNode model, JsonNode element, String by) {
        return first(model, each -> element.hasNonNull(by) && each.path(by).equals(element.get(by)));
    }

    private static Optional<JsonNode> first(JsonNode model, Predicate<JsonNode> such) {
        return StreamSupport.stream(model.spliterator(), false).filter(such).findFirst();
    }
}
