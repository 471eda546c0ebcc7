package tessera.demo.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.demo.object.ApiError;

/**
 * JSON patch (RFC 6902). An operation that cannot be done is refused with the words of a real server, which does not say
 * which one it was.
 */
public final class JsonPatch {

    private static final int MOST_OPERATIONS = 10_000;
    private static final Pattern INDEX = Pattern.compile("-?(0|[1-9]\\d{0,8})");

    private JsonNode document;

    private JsonPatch(JsonNode document) {
        this.document = document;
    }

    /**
     * The patched document. Neither argument changes.
     *
     * @throws ApiError 400 when the patch is no list of operations, 422 when one of them cannot be done
     */
    public static JsonNode apply(JsonNode document, JsonNode patch) throws ApiError {
        if (!patch.isArray()) {
            throw ApiError.badRequest("error decoding patch: json: cannot unmarshal "
                    + patch.getNodeType().name().toLowerCase(Locale.ROOT)
                    + " into Go value of type []handlers.jsonPatchOp");
        }
        if (patch.size() > MOST_OPERATIONS) {
            throw new ApiError(413, "RequestEntityTooLarge",
                    "Request entity too large: The allowed maximum operations in"
                            + " a JSON patch is %d, got %d".formatted(MOST_OPERATIONS, patch.size()),
                    emptyDetails());
        }
        var run = new JsonPatch(document.deepCopy());
        for (var operation : patch) {
            run.apply(operation);
        }
        return run.document;
    }

    private static ObjectNode emptyDetails() {
        return JsonNodeFactory.instance.objectNode();
    }

    private void apply(JsonNode operation) throws ApiError {
        var path = pointer(operation, "path");
        switch (operation.path("op").asText()) {
            case "add" -> add(path, value(operation));
            case "remove" -> remove(path);
            case "replace" -> {
                find(path);
                replace(path, value(operation));
            }
            case "move" -> {
                var from = pointer(operation, "from");
                if (path.size() > from.size() && path.subList(0, from.size()).equals(from)) {
                    throw refused();
                }
                var moved = find(from);
                remove(from);
                add(path, moved);
            }
            case "copy" -> add(path, find(pointer(operation, "from")).deepCopy());
            case "test" -> test(path, operation.path("value"));
            default -> throw refused();
        }
    }

    private void add(List<String> path, JsonNode value) throws ApiError {
        if (path.isEmpty()) {
            document = value;
            return;
        }
        switch (find(path.subList(0, path.size() - 1))) {
            case ObjectNode object -> object.set(path.getLast(), value);
            case ArrayNode array -> array.insert(insertion(array, path.getLast()), value);
            default -> throw refused();
        }
    }

    private void replace(List<String> path, JsonNode value) throws ApiError {
        if (path.isEmpty()) {
            document = value;
            return;
        }
        switch (find(path.subList(0, path.size() - 1))) {
            case ObjectNode object -> object.set(path.getLast(), value);
            case ArrayNode array -> array.set(index(array, path.getLast()), value);
            default -> throw refused();
        }
    }

    private void remove(List<String> path) throws ApiError {
        if (path.isEmpty()) {
            throw refused();
        }
        find(path);
        switch (find(path.subList(0, path.size() - 1))) {
            case ObjectNode object -> object.remove(path.getLast());
            case ArrayNode array -> array.remove(index(array, path.getLast()));
            default -> throw refused();
        }
    }

    private void test(List<String> path, JsonNode expected) throws ApiError {
        JsonNode found;
        try {
            found = find(path);
        } catch (ApiError absent) {
            if (expected.isNull() || expected.isMissingNode()) {
                return;
            }
            throw absent;
        }
        boolean same = expected.isMissingNode() ? found.isNull() : JsonValues.same(found, expected);
        if (!same) {
            throw refused();
        }
    }

    private JsonNode find(List<String> path) throws ApiError {
        var found = document;
        for (var step : path) {
            found = switch (found) {
                case ObjectNode object when object.has(step) -> object.get(step);
                case ArrayNode array -> array.get(index(array, step));
                default -> throw refused();
            };
        }
        return found;
    }

    private static int index(ArrayNode array, String step) throws ApiError {
        int index = number(array, step);
        if (index < 0 || index >= array.size()) {
            throw refused();
        }
        return index;
    }

    private static int insertion(ArrayNode array, String step) throws ApiError {
        int index = step.equals("-") ? array.size() : number(array, step);
        if (index < 0 || index > array.size()) {
            throw refused();
        }
        return index;
    }

    /** A negative index counts from the end, as in a real server. */
    private static int number(ArrayNode array, String step) throws ApiError {
        if (!INDEX.matcher(step).matches()) {
            throw refused();
        }
        int index = Integer.parseInt(step);
        return index < 0 ? array.size() + index : index;
    }

    private static JsonNode value(JsonNode operation) throws ApiError {
        if (!operation.has("value")) {
            throw refused();
        }
        return operation.get("value").deepCopy();
    }

    private static List<String> pointer(JsonNode operation, String field) throws ApiError {
        var text = operation.path(field);
        if (!text.isTextual() || !(text.asText().isEmpty() || text.asText().startsWith("/"))) {
            throw refused();
        }
        return text.asText().isEmpty() ? List.of()
                : Stream.of(text.asText().substring(1).split("/", -1))
                        .map(step -> step.replace("~1", "/").replace("~0", "~")).toList();
    }

    private static ApiError refused() {
        return ApiError.general(422, "Invalid",
                "the server rejected our request due to an error in our request");
    }
}
