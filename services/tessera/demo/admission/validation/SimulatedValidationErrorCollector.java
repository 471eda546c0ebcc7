package tessera.demo.admission.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tessera.demo.object.SimulatedApiException.StatusCause;

/** Collector of the causes for refusing an object, in the shape and words of a real server. */
final class SimulatedValidationErrorCollector {

    static final String IMMUTABLE = "field is immutable";
    static final String NOT_NEGATIVE = "must be greater than or equal to 0";

    private final List<StatusCause> causes = new ArrayList<>();

    List<StatusCause> causes() {
        return List.copyOf(causes);
    }

    boolean isEmpty() {
        return causes.isEmpty();
    }

    void addAll(List<StatusCause> more) {
        causes.addAll(more);
    }

    void addRequired(String field) {
        causes.add(new StatusCause("FieldValueRequired", "Required value", field));
    }

    void addRequired(String field, String detail) {
        causes.add(new StatusCause("FieldValueRequired", "Required value: " + detail, field));
    }

    void addInvalid(String field, String value, String detail) {
        addInvalid(field, JsonNodeFactory.instance.textNode(value), detail);
    }

    /** @param value printed as JSON; a missing one as null */
    void addInvalid(String field, JsonNode value, String detail) {
        causes.add(new StatusCause("FieldValueInvalid", "Invalid value: %s: %s".formatted(jsonText(value), detail),
                field));
    }

    void addForbidden(String field, String detail) {
        causes.add(new StatusCause("FieldValueForbidden", "Forbidden: " + detail, field));
    }

    void addNotSupported(String field, String value, List<String> supported) {
        var list = supported.stream().map(text -> "\"" + text + "\"").collect(Collectors.joining(", "));
        causes.add(new StatusCause("FieldValueNotSupported", "Unsupported value: %s: supported values: %s".formatted(
                JsonNodeFactory.instance.textNode(value), list), field));
    }

    void addDuplicate(String field, JsonNode value) {
        causes.add(new StatusCause("FieldValueDuplicate", "Duplicate value: " + jsonText(value), field));
    }

    void addDuplicate(String field, JsonNode value, String detail) {
        causes.add(
                new StatusCause("FieldValueDuplicate", "Duplicate value: %s: %s".formatted(jsonText(value), detail),
                        field));
    }

    void addNotFound(String field, String value) {
        causes.add(
                new StatusCause("FieldValueNotFound", "Not found: " + JsonNodeFactory.instance.textNode(value), field));
    }

    void addTooLong(String field, int maximum) {
        causes.add(new StatusCause("FieldValueTooLong", "Too long: may not be more than %d bytes".formatted(maximum),
                field));
    }

    void addTooMany(String field, int actual, int maximum) {
        causes.add(new StatusCause("FieldValueTooMany",
                "Too many: %d: must have at most %d items".formatted(actual, maximum), field));
    }

    void checkNotNegative(String field, JsonNode value) {
        if (value.isNumber() && value.asLong() < 0) {
            addInvalid(field, value, NOT_NEGATIVE);
        }
    }

    /** Checks that a value is one of those supported; it may be empty if it is optional. */
    void checkChoice(String field, JsonNode value, List<String> supported, boolean optional) {
        if (value.asText().isEmpty()) {
            if (!optional) {
                addRequired(field);
            }
        } else if (!supported.contains(value.asText())) {
            addNotSupported(field, value.asText(), supported);
        }
    }

    private static String jsonText(JsonNode value) {
        return value.isMissingNode() ? "null" : value.toString();
    }
}
