package tessera.demo.admission.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.HashSet;
import java.util.List;

/** What holds for the parts of a pod that say where it may run. */
final class SchedulingRules {

    static final List<String> EFFECTS = List.of("NoSchedule", "PreferNoSchedule", "NoExecute");

    private final ValidationErrors findings;

    SchedulingRules(ValidationErrors findings) {
        this.findings = findings;
    }

    void tolerations(JsonNode tolerations, String path) {
        int index = 0;
        for (var toleration : tolerations) {
            toleration(toleration, path + "[" + index++ + "]");
        }
    }

    private void toleration(JsonNode toleration, String path) {
        var key = toleration.path("key").asText();
        var operator = toleration.path("operator").asText();
        var effect = toleration.path("effect").asText();
        if (!key.isEmpty()) {
            NameFormats.qualified(key).forEach(why -> findings.invalid(path + ".key", key, why));
        } else if (!operator.equals("Exists")) {
            findings.invalid(path + ".operator", operator,
                    "operator must be Exists when `key` is empty, which means \"match all values and all keys\"");
        }
        if (toleration.has("tolerationSeconds") && !effect.equals("NoExecute")) {
            findings.invalid(path + ".effect", effect,
                    "effect must be 'NoExecute' when `tolerationSeconds` is set");
        }
        var value = toleration.path("value").asText();
        switch (operator) {
            case "", "Equal" -> {
                var wrong = NameFormats.labelValue(value);
                if (!wrong.isEmpty()) {
                    findings.invalid(path + ".operator", value, String.join(";", wrong));
                }
            }
            case "Exists" -> {
                if (!value.isEmpty()) {
                    findings.invalid(path + ".operator", value, "value must be empty when `operator` is 'Exists'");
                }
            }
            default -> findings.notSupported(path + ".operator", operator, List.of("Equal", "Exists"));
        }
        findings.choice(path + ".effect", toleration.path("effect"), EFFECTS, true);
    }

    /** The taints of a node. */
    void taints(JsonNode taints, String path) {
        var seen = new HashSet<String>();
        int index = 0;
        for (var taint : taints) {
            var at = path + "[" + index++ + "]";
            var key = taint.path("key").asText();
            NameFormats.qualified(key).forEach(why -> findings.invalid(at + ".key", key, why));
            var value = taint.path("value").asText();
            var wrong = NameFormats.labelValue(value);
            if (!wrong.isEmpty()) {
                findings.invalid(at + ".value", value, String.join(";", wrong));
            }
            findings.choice(at + ".effect", taint.path("effect"), EFFECTS, false);
            if (!seen.add(taint.path("effect").asText() + " " + key)) {
                findings.duplicate(at, GoValues.taint(taint), "taints must be unique by key and effect pair");
            }
        }
    }

    void affinity(JsonNode affinity, String path) {
        var node = affinity.path("nodeAffinity");
        var required = node.path("requiredDuringSchedulingIgnoredDuringExecution");
        var nodePath = path + ".nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution";
        if (required.isObject()) {
            nodeSelector(required, nodePath);
        }
        preferred(node.path("preferredDuringSchedulingIgnoredDuringExecution"),
                path + ".nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution");
        for (var direction : List.of("podAffinity", "podAntiAffinity")) {
            int index = 0;
            for (var term : affinity.path(direction).path("requiredDuringSchedulingIgnoredDuringExecution")) {
                podTerm(term, "%s.%s.requiredDuringSchedulingIgnoredDuringExecution[%d]".formatted(path, direction,
                        index++));
            }
            index = 0;
            for (var term : affinity.path(direction).path("preferredDuringSchedulingIgnoredDuringExecution")) {
                var at = "%s.%s.preferredDuringSchedulingIgnoredDuringExecution[%d]".formatted(path, direction,
                        index++);
                weight(term, at);
                podTerm(term.path("podAffinityTerm"), at + ".podAffinityTerm");
            }
        }
    }

    /** A node selector, wherever one stands. */
    void nodeSelector(JsonNode selector, String path) {
        var terms = selector.path("nodeSelectorTerms");
        if (terms.isEmpty()) {
            findings.required(path + ".nodeSelectorTerms", "must have at least one node selector term");
        }
        int index = 0;
        for (var term : terms) {
            nodeTerm(term, path + ".nodeSelectorTerms[" + index++ + "]");
        }
    }

    private void preferred(JsonNode terms, String path) {
        int index = 0;
        for (var term : terms) {
            weight(term, path + "[" + index + "]");
            nodeTerm(term.path("preference"), path + "[" + index++ + "].preference");
        }
    }

    private void weight(JsonNode term, String path) {
        int weight = term.path("weight").asInt();
        if (weight < 1 || weight > 100) {
            findings.invalid(path + ".weight", term.path("weight"), "must be in the range 1-100");
        }
    }

    private void nodeTerm(JsonNode term, String path) {
        int index = 0;
        for (var requirement : term.path("matchExpressions")) {
            var at = path + ".matchExpressions[" + index++ + "]";
            var values = requirement.path("values");
            var operator = requirement.path("operator").asText();
            switch (operator) {
                case "In", "NotIn" -> {
                    if (values.isEmpty()) {
                        findings.required(at + ".values", "must be specified when `operator` is 'In' or 'NotIn'");
                    }
                }
                case "Exists", "DoesNotExist" -> {
                    if (!values.isEmpty()) {
                        findings.forbidden(at + ".values",
                                "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
                    }
                }
                case "Gt", "Lt" -> {
                    if (values.size() != 1) {
                        findings.required(at + ".values",
                                "must be specified single value when `operator` is 'Lt' or 'Gt'");
                    }
                }
                default -> findings.invalid(at + ".operator", operator, "not a valid selector operator");
            }
            var key = requirement.path("key").asText();
            NameFormats.qualified(key).forEach(why -> findings.invalid(at + ".key", key, why));
        }
    }

    private void podTerm(JsonNode term, String path) {
        labelSelector(term.path("labelSelector"), path + ".labelSelector");
        if (term.path("topologyKey").asText().isEmpty()) {
            findings.required(path + ".topologyKey", "can not be empty");
        }
    }

    /** A label selector, wherever one stands. */
    void labelSelector(JsonNode selector, String path) {
        MetadataRules.labels(selector.path("matchLabels"), path + ".matchLabels", findings);
        int index = 0;
        for (var expression : selector.path("matchExpressions")) {
            var at = path + ".matchExpressions[" + index++ + "]";
            var values = expression.path("values");
            switch (expression.path("operator").asText()) {
                case "In", "NotIn" -> {
                    if (values.isEmpty()) {
                        findings.required(at + ".values", "must be specified when `operator` is 'In' or 'NotIn'");
                    }
                }
                case "Exists", "DoesNotExist" -> {
                    if (!values.isEmpty()) {
                        findings.forbidden(at + ".values",
                                "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
                    }
                }
                default -> findings.invalid(at + ".operator", expression.path("operator"),
                        "not a valid selector operator");
            }
            var key = expression.path("key").asText();
            NameFormats.qualified(key).forEach(why -> findings.invalid(at + ".key", key, why));
        }
    }

    void spread(JsonNode constraints, String path) {
        var seen = new HashSet<String>();
        int index = 0;
        for (var constraint : constraints) {
            var at = path + "[" + index++ + "]";
            if (constraint.path("maxSkew").asInt() <= 0) {
                findings.invalid(at + ".maxSkew", constraint.path("maxSkew"), "must be greater than zero");
            }
            var key = constraint.path("topologyKey").asText();
            if (key.isEmpty()) {
                findings.required(at + ".topologyKey", "can not be empty");
            }
            findings.choice(at + ".whenUnsatisfiable", constraint.path("whenUnsatisfiable"),
                    List.of("DoNotSchedule", "ScheduleAnyway"), false);
            if (!seen.add(key + " " + constraint.path("whenUnsatisfiable").asText())) {
                findings.duplicate(at + ".{topologyKey, whenUnsatisfiable}", TextNode
                        .valueOf("{%s, %s}".formatted(key, constraint.path("whenUnsatisfiable").asText())));
            }
            labelSelector(constraint.path("labelSelector"), at + ".labelSelector");
        }
    }
}
