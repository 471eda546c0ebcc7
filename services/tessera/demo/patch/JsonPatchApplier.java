package tessera.demo.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.demo.object.SimulatedApiException;

/**
 * An implementation of JSON patch (RFC 6902). An operation that cannot be done is refused with the words of a real server, which does not say
 * which one it was.
 */
public final class JsonPatchApplier {

    private static final int MOST_OPERATIONS = 10_000;
    private static final Pattern INDEX = Pattern.compile("-?(0|[1-9]\\d{0,8})");

    private JsonNode document;

    private JsonPatchApplier(JsonNode document) {
        this.document = document;
    }

    /**
     * Returns the patched document. Neither argument changes.
     *
     * @throws SimulatedApiException 400 when the patch is no list of operations, 422 when one of them cannot be done
     */
    public static JsonNode apply(JsonNode document, JsonNode patch) throws SimulatedApiException {
        if (!patch.isArray()) {
            throw SimulatedApiException.badRequest("error decoding patch: json: cannot unmarshal "
                    + patch.getNodeType().name().toLowerCase(Locale.ROOT)
                    + " into Go value of type []handlers.jsonPatchOp");
        }
        if (patch.size() > MOST_OPERATIONS) {
            throw new SimulatedApiException(413, "RequestEntityTooLarge",
                    "Request entity too large: The allowed maximum operations in"
                            + " a JSON patch is %d, got %d".formatted(MOST_OPERATIONS, patch.size()),
                    emptyDetails());
        }
        var run = new JsonPatchApplier(document.deepCopy());
        for (var operation : patch) {
            run.applyOperation(operation);
        }
        return run.document;
    }

    private static ObjectNode emptyDetails() {
        return JsonNodeFactory.instance.objectNode();
    }

    private void applyOperation(JsonNode operation) throws SimulatedApiException {
        var path = parsePointer(operation, "path");
        switch (operation.path("op").asText()) {
            case "add" -> addValue(path, operationValue(operation));
            case "remove" -> removeValue(path);
            case "replace" -> {
                findValue(path);
                replaceValue(path, operationValue(operation));
            }
            case "move" -> {
                var from = parsePointer(operation, "from");
                if (path.size() > from.size() && path.subList(0, from.size()).equals(from)) {
                    throw invalidPatchError();
                }
                var moved = findValue(from);
                removeValue(from);
                addValue(path, moved);
            }
            case "copy" -> addValue(path, findValue(parsePointer(operation, "from")).deepCopy());
            case "test" -> testValue(path, operation.path("value"));
            default -> throw invalidPatchError();
        }
    }

    private void addValue(List<String> path, JsonNode value) throws SimulatedApiException {
        if (path.isEmpty()) {
            document = value;
            return;
        }
        switch (findValue(path.subList(0, path.size() - 1))) {
            case ObjectNode object -> object.set(path.getLast(), value);
            case ArrayNode array -> array.insert(insertionIndex(array, path.getLast()), value);
            default -> throw invalidPatchError();
        }
    }

    private void replaceValue(List<String> path, JsonNode value) throws SimulatedApiException {
        if (path.isEmpty()) {
            document = value;
            return;
        }
        switch (findValue(path.subList(0, path.size() - 1))) {
            case ObjectNode object -> object.set(path.getLast(), value);
            case ArrayNode array -> array.set(arrayIndex(array, path.getLast()), value);
            default -> throw invalidPatchError();
        }
    }

    private void removeValue(List<String> path) throws SimulatedApiException {
        if (path.isEmpty()) {
            throw invalidPatchError();
        }
        findValue(path);
        switch (findValue(path.subList(0, path.size() - 1))) {
            case ObjectNode object -> object.remove(path.getLast());
            case ArrayNode array -> array.remove(arrayIndex(array, path.getLast()));
            default -> throw invalidPatchError();
        }
    }

    private void testValue(List<String> path, JsonNode expected) throws SimulatedApiException {
        JsonNode found;
        try {
            found = findValue(path);
        } catch (SimulatedApiException absent) {
            if (expected.isNull() || expected.isMissingNode()) {
                return;
            }
            throw absent;
        }
        boolean same = expected.isMissingNode() ? found.isNull() : JsonValueComparison.areEqual(found, expected);
        if (!same) {
            throw invalidPatchError();
        }
    }

    private JsonNode findValue(List<String> path) throws SimulatedApiException {
        var found = document;
        for (var step : path) {
            found = switch (found) {
                case ObjectNode object when object.has(step) -> object.get(step);
                case ArrayNode array -> array.get(arrayIndex(array, step));
                default -> throw invalidPatchError();
            };
        }
        return found;
    }

    private static int arrayIndex(ArrayNode array, String step) throws SimulatedApiException {
        int index = parseIndex(array, step);
        if (index < 0 || index >= array.size()) {
            throw invalidPatchError();
        }
        return index;
    }

    private static int insertionIndex(ArrayNode array, String step) throws SimulatedApiException {
        int index = step.equals("-") ? array.size() : parseIndex(array, step);
        if (index < 0 || index > array.size()) {
            throw invalidPatchError();
        }
        return index;
    }

    /** Parses an array index; a negative one counts from the end, as in a real server. */
    private static int parseIndex(ArrayNode array, String step) throws SimulatedApiException {
        if (!INDEX.matcher(step).matches()) {
            throw invalidPatchError();
        }
        int index = Integer.parseInt(step);
        return index < 0 ? array.size() + index : index;
    }

    private static JsonNode operationValue(JsonNode operation) throws SimulatedApiException {
        if (!operation.has("value")) {
            throw invalidPatchError();
        }
        return operation.get("value").deepCopy();
    }

    private static List<String> parsePointer(JsonNode operation, String field) throws SimulatedApiException {
        var text = operation.path(field);
        if (!text.isTextual() || !(text.asText().isEmpty() || text.asText().startsWith("/"))) {
            throw invalidPatchError();
        }
        if (text.asText().isEmpty()) {
            return List.of();
        }
        return Stream.of(text.asText().substring(1).split("/", -1))
                .map(step -> step.replace("~1", "/").replace("~0", "~")).toList();
    }

    private static SimulatedApiException invalidPatchError() {
        return SimulatedApiException.withReason(422, "Invalid",
                "the server rejected our request due to an error in our request");
    }
}
