package tessera.demo.admission;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** Matcher of label selectors: {@code matchLabels} and {@code matchExpressions}. */
public final class SimulatedLabelSelectorMatcher {

    private SimulatedLabelSelectorMatcher() {}

    /** Returns whether a selector matches labels; an empty selector matches all, a missing one none. */
    public static boolean matches(JsonNode selector, JsonNode labels) {
        if (!selector.isObject()) {
            return false;
        }
        for (var wanted : selector.path("matchLabels").properties()) {
            if (!labels.has(wanted.getKey())
                    || !labels.get(wanted.getKey()).asText().equals(wanted.getValue().asText())) {
                return false;
            }
        }
        for (var expression : selector.path("matchExpressions")) {
            if (!matchesExpression(expression, labels)) {
                return false;
            }
        }
        return true;
    }

    private static boolean matchesExpression(JsonNode expression, JsonNode labels) {
        var key = expression.path("key").asText();
        var values = JsonTreeOperations.textsOf(expression.path("values"));
        return switch (expression.path("operator").asText()) {
            case "In" -> hasValue(labels, key, values);
            case "NotIn" -> !hasValue(labels, key, values);
            case "Exists" -> labels.has(key);
            case "DoesNotExist" -> !labels.has(key);
            default -> false;
        };
    }

    private static boolean hasValue(JsonNode labels, String key, List<String> values) {
        return labels.has(key) && values.contains(labels.get(key).asText());
    }
}
