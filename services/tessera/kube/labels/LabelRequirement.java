package tessera.kube.labels;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One condition on a label or a field, as in selectors and affinities.
 *
 * @param key      the label, or {@code metadata.name} of a field
 * @param operator the API's word, e.g. {@code In}; one that is not known holds of nothing
 * @param values   none for {@code Exists} and {@code DoesNotExist}, a whole number for {@code Gt} and {@code Lt}
 */
public record LabelRequirement(String key, String operator, List<String> values) {

    private static final String IN = "In";
    private static final String NOT_IN = "NotIn";
    private static final Set<String> OPERATORS = Set.of(IN, NOT_IN, "Exists", "DoesNotExist", "Gt", "Lt");

    public LabelRequirement {
        values = List.copyOf(values);
    }

    public static LabelRequirement equalTo(String key, String value) {
        return new LabelRequirement(key, IN, List.of(value));
    }

    public static LabelRequirement notEqualTo(String key, String value) {
        return new LabelRequirement(key, NOT_IN, List.of(value));
    }

    public boolean matchesLabels(Map<String, String> labels) {
        return matchesValue(labels.get(key));
    }

    /**
     * Returns whether a value satisfies it.
     *
     * @param value null where there is none
     */
    public boolean matchesValue(@Nullable String value) {
        return switch (operator) {
            case IN -> value != null && values.contains(value);
            case NOT_IN -> value == null || !values.contains(value);
            case "Exists" -> value != null;
            case "DoesNotExist" -> value == null;
            case "Gt" -> compareNumbers(value) > 0;
            case "Lt" -> compareNumbers(value) < 0;
            default -> false;
        };
    }

    /** Returns whether the API knows the operator. */
    public boolean hasKnownOperator() {
        return OPERATORS.contains(operator);
    }

    /** Compares the numbers; 0, which satisfies neither comparison, where one side is no whole number. */
    private int compareNumbers(@Nullable String value) {
        var left = parseNumber(value);
        var right = parseNumber(values.isEmpty() ? null : values.getFirst());
        return left.isEmpty() || right.isEmpty() ? 0 : Long.compare(left.getAsLong(), right.getAsLong());
    }

    private static OptionalLong parseNumber(@Nullable String text) {
        try {
            if (text == null) {
                return OptionalLong.empty();
            }
            return OptionalLong.of(Long.parseLong(text));
        } catch (NumberFormatException _) {
            return OptionalLong.empty();
        }
    }

    /** Returns the only value that satisfies it; empty where there are several or none. */
    public String onlyValue() {
        return operator.equals(IN) && values.size() == 1 ? values.getFirst() : "";
    }

    /** Returns the requirement for people, e.g. {@code pool not in (a, b)}. */
    public String selectorText() {
        var listed = String.join(", ", values);
        return switch (operator) {
            case IN -> values.size() == 1 ? key + "=" + listed : key + " in (" + listed + ")";
            case NOT_IN -> values.size() == 1 ? key + "!=" + listed : key + " not in (" + listed + ")";
            case "Exists" -> key;
            case "DoesNotExist" -> "no " + key;
            case "Gt" -> key + " > " + listed;
            case "Lt" -> key + " < " + listed;
            default -> key + " " + operator + " " + listed;
        };
    }
}
