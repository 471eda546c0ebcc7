package tessera.demo.patch;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedStoreJsonCodec;

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
                    JsonNodeFactory.instance.objectNode());
        }
        var run = new JsonPatchApplier(document.deepCopy());
        try {
            for (var operation : patch) {
                run.applyOperation(operation);
            }
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw SimulatedApiException.withReason(422, "Invalid",
                    "the server rejected our request due to an error in our request");
        }
        return run.document;
    }

    private void applyOperation(JsonNode operation) {
        var path = parsePointer(operation, "path");
        switch (operation.path("op").asText()) {
            case "add" -> putValue(path, operation.required("value").deepCopy(), true);
            case "remove" -> removeValue(path);
            case "replace" -> putValue(path, operation.required("value").deepCopy(), false);
            case "move" -> {
                var from = parsePointer(operation, "from");
                if (path.toString().startsWith(from + "/")) {
                    throw new IllegalArgumentException("cannot move a value into itself");
                }
                putValue(path, removeValue(from), true);
            }
            case "copy" -> putValue(path, document.requiredAt(parsePointer(operation, "from")).deepCopy(), true);
            case "test" -> testValue(document.at(path), operation.path("value"));
            default -> throw new IllegalArgumentException("unknown operation");
        }
    }

    private static JsonPointer parsePointer(JsonNode operation, String field) {
        return JsonPointer.compile(Objects.requireNonNullElse(operation.required(field).textValue(), "no pointer"));
    }

    private void putValue(JsonPointer path, JsonNode value, boolean added) {
        if (path.matches()) {
            document = value;
            return;
        }
        var step = path.last().getMatchingProperty();
        switch (document.requiredAt(path.head())) {
            case ObjectNode object when added || object.has(step) -> object.set(step, value);
            case ArrayNode array when added && step.equals("-") -> array.add(value);
            case ArrayNode array when added -> array.insert(parseIndex(array, step, array.size() + 1), value);
            case ArrayNode array -> array.set(parseIndex(array, step, array.size()), value);
            default -> throw new IllegalArgumentException("no such place");
        }
    }

    private JsonNode removeValue(JsonPointer path) {
        if (path.matches()) {
            throw new IllegalArgumentException("cannot remove the document");
        }
        var step = path.last().getMatchingProperty();
        return switch (document.requiredAt(path.head())) {
            case ObjectNode object when object.has(step) -> object.remove(step);
            case ArrayNode array -> array.remove(parseIndex(array, step, array.size()));
            default -> throw new IllegalArgumentException("no such value");
        };
    }

    private static void testValue(JsonNode found, JsonNode expected) {
        boolean same = isAbsent(expected) ? isAbsent(found) : SimulatedStoreJsonCodec.areEqual(found, expected);
        if (!same) {
            throw new IllegalArgumentException("another value");
        }
    }

    /** Returns whether a value is not there or null, which tests do not tell apart. */
    private static boolean isAbsent(JsonNode value) {
        return value.isMissingNode() || value.isNull();
    }

    /** Parses the index of one of so many places; a negative one counts from the end, as in a real server. */
    private static int parseIndex(ArrayNode array, String step, int places) {
        if (!INDEX.matcher(step).matches()) {
            throw new IllegalArgumentException("not an index");
        }
        int index = Integer.parseInt(step);
        return Objects.checkIndex(index < 0 ? array.size() + index : index, places);
    }
}
