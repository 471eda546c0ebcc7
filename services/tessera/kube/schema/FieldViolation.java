package tessera.kube.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.text.OptionalText;

/**
 * A value that the API server refuses, and its words for it.
 *
 * @param path    of the field, e.g. {@code spec.containers[0].image}
 * @param value   as JSON; empty where the words do not name it
 * @param detail  what is wrong with it; empty where the kind tells
 * @param allowed the values that it may have, where those are few
 */
public record FieldViolation(String path, ViolationKind kind, String value, String detail, List<String> allowed) {

    public static final String IMMUTABLE = "field is immutable";

    public FieldViolation {
        allowed = List.copyOf(allowed);
    }

    /** The kinds of violation, named as the server names them. */
    public enum ViolationKind {
        REQUIRED("FieldValueRequired", "Required value"),
        INVALID("FieldValueInvalid", "Invalid value"),
        WRONG_TYPE("FieldValueTypeInvalid", "Invalid value"),
        NOT_SUPPORTED("FieldValueNotSupported", "Unsupported value"),
        DUPLICATE("FieldValueDuplicate", "Duplicate value"),
        FORBIDDEN("FieldValueForbidden", "Forbidden"),
        NOT_FOUND("FieldValueNotFound", "Not found"),
        TOO_LONG("FieldValueTooLong", "Too long"),
        TOO_MANY("FieldValueTooMany", "Too many");

        private final String reason;
        private final String words;

        ViolationKind(String reason, String words) {
            this.reason = reason;
            this.words = words;
        }

        /** Returns the kind of a reason; {@link #INVALID} for another. */
        public static ViolationKind ofReason(String reason) {
            return Stream.of(values()).filter(kind -> kind.reason.equals(reason)).findFirst().orElse(INVALID);
        }

        /** Returns the machine-readable reason, e.g. {@code FieldValueRequired}. */
        public String reason() {
            return reason;
        }
    }

    private static FieldViolation of(String path, ViolationKind kind, String value, String detail) {
        return new FieldViolation(path, kind, value, detail, List.of());
    }

    public static FieldViolation required(String path, String detail) {
        return of(path, ViolationKind.REQUIRED, "", detail);
    }

    /**
     * Returns that a value is not allowed.
     *
     * @param value printed as JSON; a missing one as null
     */
    public static FieldViolation invalid(String path, JsonNode value, String detail) {
        return of(path, ViolationKind.INVALID, jsonText(value), detail);
    }

    public static FieldViolation notSupported(String path, JsonNode value, List<String> allowed) {
        return new FieldViolation(path, ViolationKind.NOT_SUPPORTED, jsonText(value), "", allowed);
    }

    public static FieldViolation duplicate(String path, JsonNode value, String detail) {
        return of(path, ViolationKind.DUPLICATE, jsonText(value), detail);
    }

    public static FieldViolation forbidden(String path, String detail) {
        return of(path, ViolationKind.FORBIDDEN, "", detail);
    }

    public static FieldViolation notFound(String path, String name) {
        return of(path, ViolationKind.NOT_FOUND, jsonText(TextNode.valueOf(name)), "");
    }

    public static FieldViolation tooLong(String path, long most) {
        return of(path, ViolationKind.TOO_LONG, "", "may not be more than %d bytes".formatted(most));
    }

    public static FieldViolation tooMany(String path, int size, int most) {
        return of(path, ViolationKind.TOO_MANY, Integer.toString(size), "must have at most %d items".formatted(most));
    }

    /** Returns the words of the server without the path, e.g. {@code Invalid value: -1: must be greater than or equal to 0}. */
    public String message() {
        var why = allowed.isEmpty() ? detail
                : allowed.stream().map(each -> "\"" + each + "\"")
                        .collect(Collectors.joining(", ", "supported values: ", ""));
        return kind.words + OptionalText.prefixed(": ", value) + OptionalText.prefixed(": ", why);
    }

    private static String jsonText(JsonNode value) {
        return value.isMissingNode() ? "null" : value.toString();
    }
}
