package tessera.demo.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A condition on a label or field, as in node affinity terms and label selectors.
 *
 * @param values none for {@code EXISTS} and {@code ABSENT}, one for {@code GREATER} and {@code LESS}
 */
record SimulatedSelectorRequirement(String key, RequirementOperator operator, List<String> values) {

    enum RequirementOperator {
        IN,
        NOT_IN,
        EXISTS,
        ABSENT,
        GREATER,
        LESS,
        NEVER
    }

    static List<SimulatedSelectorRequirement> parseExpressions(JsonNode expressions) {
        var requirements = new ArrayList<SimulatedSelectorRequirement>();
        for (var expression : expressions) {
            requirements.add(new SimulatedSelectorRequirement(expression.path("key").asText(),
                    parseOperator(expression.path("operator").asText()),
                    JsonStringListAndMapReader.textList(expression.path("values"))));
        }
        return List.copyOf(requirements);
    }

    static List<SimulatedSelectorRequirement> parseLabels(JsonNode labels) {
        var requirements = new ArrayList<SimulatedSelectorRequirement>();
        labels.properties().forEach(label -> requirements
                .add(new SimulatedSelectorRequirement(label.getKey(), RequirementOperator.IN,
                        List.of(label.getValue().asText()))));
        return List.copyOf(requirements);
    }

    boolean matches(Map<String, String> labels) {
        return matchesValue(labels.get(key));
    }

    boolean matchesValue(@Nullable String value) {
        return switch (operator) {
            case IN -> value != null && values.contains(value);
            case NOT_IN -> value == null || !values.contains(value);
            case EXISTS -> value != null;
            case ABSENT -> value == null;
            case GREATER -> value != null && compareInteger(value) > 0;
            case LESS -> value != null && compareInteger(value) < 0;
            case NEVER -> false;
        };
    }

    /** Compares as integers; 0, which satisfies neither comparison, when one side is no integer. */
    private int compareInteger(String value) {
        try {
            return Long.compare(Long.parseLong(value), Long.parseLong(values.getFirst()));
        } catch (NumberFormatException notAnInteger) {
            return 0;
        }
    }

    private static RequirementOperator parseOperator(String name) {
        return switch (name) {
            case "In" -> RequirementOperator.IN;
            case "NotIn" -> RequirementOperator.NOT_IN;
            case "Exists" -> RequirementOperator.EXISTS;
            case "DoesNotExist" -> RequirementOperator.ABSENT;
            case "Gt" -> RequirementOperator.GREATER;
            case "Lt" -> RequirementOperator.LESS;
            default -> RequirementOperator.NEVER;
        };
    }
}
