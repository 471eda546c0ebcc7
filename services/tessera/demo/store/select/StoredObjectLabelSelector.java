package tessera.demo.store.select;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tessera.demo.object.SimulatedApiError;

/** A label selector: all requirements must hold. */
public record StoredObjectLabelSelector(List<LabelCondition> requirements) {

    public static final StoredObjectLabelSelector EVERYTHING = new StoredObjectLabelSelector(List.of());

    public StoredObjectLabelSelector {
        requirements = List.copyOf(requirements);
    }

    /** The operators of label requirements. */
    public enum LabelOperator {
        IN,
        NOT_IN,
        EXISTS,
        DOES_NOT_EXIST,
        GREATER_THAN,
        LESS_THAN
    }

    /** A condition on one label. */
    public record LabelCondition(String key, LabelOperator operator, List<String> values) {

        boolean matches(Map<String, String> labels) {
            var value = labels.get(key);
            return switch (operator) {
                case IN -> value != null && values.contains(value);
                case NOT_IN -> value == null || !values.contains(value);
                case EXISTS -> value != null;
                case DOES_NOT_EXIST -> value == null;
                case GREATER_THAN -> compareNumber(value) > 0;
                case LESS_THAN -> compareNumber(value) < 0;
            };
        }

        /** Compares as integers; a value that is no number is neither greater nor less. */
        private int compareNumber(@Nullable String value) {
            try {
                return value == null ? 0 : Long.compare(Long.parseLong(value), Long.parseLong(values.getFirst()));
            } catch (NumberFormatException e) {
                return 0;
            }
        }
    }

    /** Parses a {@code labelSelector} parameter. */
    public static StoredObjectLabelSelector parse(String text) throws SimulatedApiError {
        return new StoredObjectLabelSelector(new SimulatedLabelSelectorParser(text).parseRequirements());
    }

    /** Reads the selector in a spec: {@code matchLabels} and {@code matchExpressions}. */
    public static StoredObjectLabelSelector fromSpec(JsonNode selector) {
        var requirements = new ArrayList<LabelCondition>();
        selector.path("matchLabels").properties().forEach(label -> requirements
                .add(new LabelCondition(label.getKey(), LabelOperator.IN, List.of(label.getValue().asText()))));
        for (var expression : selector.path("matchExpressions")) {
            var values = new ArrayList<String>();
            expression.path("values").forEach(value -> values.add(value.asText()));
            requirements.add(
                    new LabelCondition(expression.path("key").asText(), readOperator(expression.path("operator")),
                            values));
        }
        return new StoredObjectLabelSelector(requirements);
    }

    private static LabelOperator readOperator(JsonNode operator) {
        return switch (operator.asText()) {
            case "NotIn" -> LabelOperator.NOT_IN;
            case "Exists" -> LabelOperator.EXISTS;
            case "DoesNotExist" -> LabelOperator.DOES_NOT_EXIST;
            default -> LabelOperator.IN;
        };
    }

    public boolean matches(Map<String, String> labels) {
        for (var requirement : requirements) {
            if (!requirement.matches(labels)) {
                return false;
            }
        }
        return true;
    }

    /** As a parameter would say it; what a Scale tells in its status. */
    @Override
    public String toString() {
        return String.join(",", requirements.stream().map(StoredObjectLabelSelector::requirementText).toList());
    }

    private static String requirementText(LabelCondition requirement) {
        var values = new TreeSet<>(requirement.values());
        var list = " (" + String.join(",", values) + ")";
        return switch (requirement.operator()) {
            case IN -> requirement.key() + (values.size() == 1 ? "=" + values.first() : " in" + list);
            case NOT_IN -> requirement.key() + (values.size() == 1 ? "!=" + values.first() : " notin" + list);
            case EXISTS -> requirement.key();
            case DOES_NOT_EXIST -> "!" + requirement.key();
            case GREATER_THAN -> requirement.key() + ">" + values.first();
            case LESS_THAN -> requirement.key() + "<" + values.first();
        };
    }
}
