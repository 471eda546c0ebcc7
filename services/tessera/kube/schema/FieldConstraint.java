package tessera.kube.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** A constraint on the values of a field, as the table has it behind {@code values=}. */
public sealed interface FieldConstraint {

    /** Returns what the server says of a value; nothing if it is allowed. */
    List<FieldViolation> check(String path, JsonNode value);

    /** Returns whether a text that is there is allowed. */
    default boolean accepts(String text) {
        return check("", TextNode.valueOf(text)).isEmpty();
    }

    /**
     * One of a few names.
     *
     * @param serverText what the server says about others; empty where it names those that are allowed
     */
    record OneOf(List<String> names, Optional<String> serverText) implements FieldConstraint {
        public OneOf {
            names = List.copyOf(names);
        }

        @Override
        public List<FieldViolation> check(String path, JsonNode value) {
            if (names.contains(value.asText())) {
                return List.of();
            }
            return List.of(serverText.map(text -> FieldViolation.invalid(path, value, text))
                    .orElseGet(() -> FieldViolation.notSupported(path, value, names)));
        }
    }

    /**
     * A number within bounds; what is no number is not looked at.
     *
     * @param serverText what the server says about others; empty where it names the bound
     */
    record NumberRange(long least, long most, Optional<String> serverText) implements FieldConstraint {

        private static final Pattern NUMBER = Pattern.compile("-?\\d{1,18}");

        /** Returns whether it goes as far as a number does. */
        public boolean isOpen() {
            return most == Integer.MAX_VALUE || most == Long.MAX_VALUE;
        }

        @Override
        public List<FieldViolation> check(String path, JsonNode value) {
            if (!NUMBER.matcher(value.asText()).matches()) {
                return List.of();
            }
            long number = value.asLong();
            if (number >= least && number <= most) {
                return List.of();
            }
            return List.of(FieldViolation.invalid(path, value,
                    serverText.orElseGet(() -> number < least ? "must be greater than or equal to " + least
                            : "must be less than or equal to " + most)));
        }
    }

    /** A text, or the entries of a mapping, in a form. */
    record FormatConstraint(ValueFormat format) implements FieldConstraint {
        @Override
        public List<FieldViolation> check(String path, JsonNode value) {
            return format.check(path, value);
        }
    }

    /**
     * Reads a constraint.
     *
     * @param values names with {@code |} between, numbers from..to, or {@code @} and a form; empty for anything
     * @param serverText what the server says about other values; empty for the usual words
     */
    static Optional<FieldConstraint> of(String values, Optional<String> serverText) {
        if (values.isEmpty()) {
            return Optional.empty();
        }
        if (values.startsWith("@")) {
            return Optional.of(new FormatConstraint(ValueFormat.of(values.substring(1))));
        }
        if (values.contains("..")) {
            var bounds = values.split("\\.\\.", -1);
            return Optional.of(new NumberRange(Long.parseLong(bounds[0]), Long.parseLong(bounds[1]), serverText));
        }
        return Optional.of(new OneOf(List.of(values.split("\\|", -1)), serverText));
    }
}
