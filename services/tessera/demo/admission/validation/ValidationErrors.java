package tessera.demo.admission.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tessera.demo.object.ApiError.Cause;

/** Collects what is wrong with an object, in the shape and words of a real server. */
final class ValidationErrors {

    static final String IMMUTABLE = "field is immutable";
    static final String NOT_NEGATIVE = "must be greater than or equal to 0";

    private final List<Cause> causes = new ArrayList<>();

    List<Cause> causes() {
        return List.copyOf(causes);
    }

    boolean isEmpty() {
        return causes.isEmpty();
    }

    void add(List<Cause> more) {
        causes.addAll(more);
    }

    void required(String field) {
        causes.add(new Cause("FieldValueRequired", "Required value", field));
    }

    void required(String field, String detail) {
        causes.add(new Cause("FieldValueRequired", "Required value: " + detail, field));
    }

    void invalid(String field, String value, String detail) {
        invalid(field, JsonNodeFactory.instance.textNode(value), detail);
    }

    /** @param value printed as JSON; a missing one as null */
    void invalid(String field, JsonNode value, String detail) {
        causes.add(new Cause("FieldValueInvalid", "Invalid value: %s: %s".formatted(json(value), detail), field));
    }

    void forbidden(String field, String detail) {
        causes.add(new Cause("FieldValueForbidden", "Forbidden: " + detail, field));
    }

    void notSupported(String field, String value, List<String> supported) {
        var list = supported.stream().map(text -> "\"" + text + "\"").collect(Collectors.joining(", "));
        causes.add(new Cause("FieldValueNotSupported", "Unsupported value: %s: supported values: %s".formatted(
                JsonNodeFactory.instance.textNode(value), list), field));
    }

    void duplicate(String field, JsonNode value) {
        causes.add(new Cause("FieldValueDuplicate", "Duplicate value: " + json(value), field));
    }

    void duplicate(String field, JsonNode value, String detail) {
        causes.add(new Cause("FieldValueDuplicate", "Duplicate value: %s: %s".formatted(json(value), detail), field));
    }

    void notFound(String field, String value) {
        causes.add(new Cause("FieldValueNotFound", "Not found: " + JsonNodeFactory.instance.textNode(value), field));
    }

    void tooLong(String field, int most) {
        causes.add(new Cause("FieldValueTooLong", "Too long: may not be more than %d bytes".formatted(most), field));
    }

    void tooMany(String field, int actual, int most) {
        causes.add(new Cause("FieldValueTooMany",
                "Too many: %d: must have at most %d items".formatted(actual, most), field));
    }

    void notNegative(String field, JsonNode value) {
        if (value.isNumber() && value.asLong() < 0) {
            invalid(field, value, NOT_NEGATIVE);
        }
    }

    /** A value out of a fixed choice; an empty one is required, unless it is optional. */
    void choice(String field, JsonNode value, List<String> supported, boolean optional) {
        if (value.asText().isEmpty()) {
            if (!optional) {
                required(field);
            }
        } else if (!supported.contains(value.asText())) {
            notSupported(field, value.asText(), supported);
        }
    }

    private static String json(JsonNode value) {
        return value.isMissingNode() ? "null" : value.toString();
    }
}
