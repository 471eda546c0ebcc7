package tessera.cluster.change;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;

/**
 * Orders an object's fields like those of another, so that a line diff shows only real differences: servers may order answers differently.
 */
final class JsonFieldOrderAligner {

    private JsonFieldOrderAligner() {}

    /** Aligns an object to a model; drops null fields, which the API treats as missing. */
    static JsonNode align(JsonNode model, JsonNode object) {
        return switch (object) {
            case ObjectNode fields -> alignObject(model, fields);
            case ArrayNode list -> alignArray(model, list);
            default -> object;
        };
    }

    private static JsonNode alignObject(JsonNode model, ObjectNode fields) {
        var ordered = fields.objectNode();
        model.fieldNames().forEachRemaining(name -> {
            if (fields.hasNonNull(name)) {
                ordered.set(name, align(model.get(name), fields.get(name)));
            }
        });
        fields.properties().forEach(field -> {
            if (!field.getValue().isNull() && !ordered.has(field.getKey())) {
                ordered.set(field.getKey(), align(field.getValue(), field.getValue()));
            }
        });
        return ordered;
    }

    private static JsonNode alignArray(JsonNode model, ArrayNode list) {
        var ordered = list.arrayNode();
        for (int i = 0; i < list.size(); i++) {
            ordered.add(align(counterpart(model, list.get(i), i), list.get(i)));
        }
        return ordered;
    }

    private static JsonNode counterpart(JsonNode model, JsonNode element, int index) {
        return findFirst(model, element::equals).or(() -> sameKeyElement(model, element, "name"))
                .or(() -> sameKeyElement(model, element, "key")).orElseGet(() -> model.path(index));
    }

    private static Optional<JsonNode> sameKeyElement(JsonNode model, JsonNode element, String by) {
        return findFirst(model, each -> element.hasNonNull(by) && each.path(by).equals(element.get(by)));
    }

    private static Optional<JsonNode> findFirst(JsonNode model, Predicate<JsonNode> such) {
        return StreamSupport.stream(model.spliterator(), false).filter(such).findFirst();
    }
}
