package tessera.demo.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One condition on a label or field, as in node affinity terms and label selectors.
 *
 * @param values none for {@code EXISTS} and {@code ABSENT}, one for {@code GREATER} and {@code LESS}
 */
record Requirement(String key, Operator operator, List<String> values) {

    enum Operator {
        IN,
        NOT_IN,
        EXISTS,
        ABSENT,
        GREATER,
        LESS,
        NEVER
    }

    static List<Requirement> ofExpressions(JsonNode expressions) {
        var requirements = new ArrayList<Requirement>();
        for (var expression : expressions) {
            requirements.add(new Requirement(expression.path("key").asText(),
                    operator(expression.path("operator").asText()), Texts.list(expression.path("values"))));
        }
        return List.copyOf(requirements);
    }

    static List<Requirement> ofLabels(JsonNode labels) {
        var requirements = new ArrayList<Requirement>();
        labels.properties().forEach(label -> requirements
                .add(new Requirement(label.getKey(), Operator.IN, List.of(label.getValue().asText()))));
        return List.copyOf(requirements);
    }

    boolean matches(Map<String, String> labels) {
        return matches(labels.get(key));
    }

    boolean matches(@Nullable String value) {
        return switch (operator) {
            case IN -> value != null && values.contains(value);
            case NOT_IN -> value == null || !values.contains(value);
            case EXISTS -> value != null;
            case ABSENT -> value == null;
            case GREATER -> value != null && compare(value) > 0;
            case LESS -> value != null && compare(value) < 0;
            case NEVER -> false;
        };
    }

    /** 0, which satisfies neither comparison, when one side is no integer. */
    private int compare(String value) {
        try {
            return Long.compare(Long.parseLong(value), Long.parseLong(values.getFirst()));
        } catch (NumberFormatException notAnInteger) {
            return 0;
        }
    }

    private static Operator operator(String name) {
        return switch (name) {
            case "In" -> Operator.IN;
            case "NotIn" -> Operator.NOT_IN;
            case "Exists" -> Operator.EXISTS;
            case "DoesNotExist" -> Operator.ABSENT;
            case "Gt" -> Operator.GREATER;
            case "Lt" -> Operator.LESS;
            default -> Operator.NEVER;
        };
    }
}
