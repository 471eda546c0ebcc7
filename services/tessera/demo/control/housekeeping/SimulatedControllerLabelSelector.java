package tessera.demo.control.housekeeping;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/** A label selector as stored in objects. */
record SimulatedControllerLabelSelector(JsonNode selector) {

    /** No label value has this character. */
    private static final String ABSENT = "\0";

    static SimulatedControllerLabelSelector of(JsonNode selector) {
        return new SimulatedControllerLabelSelector(selector);
    }

    /** Returns whether labels match; an empty selector matches everything, an absent one nothing. */
    boolean matches(Map<String, String> labels) {
        if (!selector.isObject()) {
            return false;
        }
        for (var label : selector.path("matchLabels").properties()) {
            if (!label.getValue().asText().equals(labels.get(label.getKey()))) {
                return false;
            }
        }
        for (var expression : selector.path("matchExpressions")) {
            if (!matchesExpression(expression, labels.getOrDefault(expression.path("key").asText(), ABSENT))) {
                return false;
            }
        }
        return true;
    }

    private static boolean matchesExpression(JsonNode expression, String value) {
        boolean listed = false;
        for (var element : expression.path("values")) {
            listed |= element.asText().equals(value);
        }
        return switch (expression.path("operator").asText()) {
            case "In" -> listed;
            case "NotIn" -> !listed;
            case "Exists" -> !value.equals(ABSENT);
            case "DoesNotExist" -> value.equals(ABSENT);
            default -> false;
        };
    }
}
