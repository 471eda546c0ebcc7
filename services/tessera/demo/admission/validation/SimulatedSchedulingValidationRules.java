package tessera.demo.admission.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.HashSet;
import java.util.List;
import tessera.kube.names.NameFormatRules;
import tessera.kube.scheduling.Taint;

/** Rules for the scheduling fields of a pod. */
final class SimulatedSchedulingValidationRules {

    private final SimulatedValidationErrorCollector findings;

    SimulatedSchedulingValidationRules(SimulatedValidationErrorCollector findings) {
        this.findings = findings;
    }

    void checkTolerations(JsonNode tolerations, String path) {
        int index = 0;
        for (var toleration : tolerations) {
            checkToleration(toleration, path + "[" + index++ + "]");
        }
    }

    private void checkToleration(JsonNode toleration, String path) {
        var key = toleration.path("key").asText();
        var operator = toleration.path("operator").asText();
        var effect = toleration.path("effect").asText();
        if (!key.isEmpty()) {
            NameFormatRules.checkQualifiedName(key)
                    .forEach(reason -> findings.addInvalid(path + ".key", key, reason));
        } else if (!operator.equals("Exists")) {
            findings.addInvalid(path + ".operator", operator,
                    "operator must be Exists when `key` is empty, which means \"match all values and all keys\"");
        }
        if (toleration.has("tolerationSeconds") && !effect.equals("NoExecute")) {
            findings.addInvalid(path + ".effect", effect,
                    "effect must be 'NoExecute' when `tolerationSeconds` is set");
        }
        var value = toleration.path("value").asText();
        switch (operator) {
            case "", "Equal" -> {
                var wrong = NameFormatRules.checkLabelValue(value);
                if (!wrong.isEmpty()) {
                    findings.addInvalid(path + ".operator", value, String.join(";", wrong));
                }
            }
            case "Exists" -> {
                if (!value.isEmpty()) {
                    findings.addInvalid(path + ".operator", value, "value must be empty when `operator` is 'Exists'");
                }
            }
            default -> findings.addNotSupported(path + ".operator", operator, List.of("Equal", "Exists"));
        }
        findings.checkChoice(path + ".effect", toleration.path("effect"), Taint.EFFECTS, true);
    }

    /** Checks the taints of a node. */
    void checkTaints(JsonNode taints, String path) {
        var seen = new HashSet<String>();
        int index = 0;
        for (var taint : taints) {
            var at = path + "[" + index++ + "]";
            var key = taint.path("key").asText();
            NameFormatRules.checkQualifiedName(key)
                    .forEach(reason -> findings.addInvalid(at + ".key", key, reason));
            var value = taint.path("value").asText();
            var wrong = NameFormatRules.checkLabelValue(value);
            if (!wrong.isEmpty()) {
                findings.addInvalid(at + ".value", value, String.join(";", wrong));
            }
            findings.checkChoice(at + ".effect", taint.path("effect"), Taint.EFFECTS, false);
            if (!seen.add(taint.path("effect").asText() + " " + key)) {
                findings.addDuplicate(at, GoStyleObjectPrinter.taintValue(taint),
                        "taints must be unique by key and effect pair");
            }
        }
    }

    void checkAffinity(JsonNode affinity, String path) {
        var node = affinity.path("nodeAffinity");
        var required = node.path("requiredDuringSchedulingIgnoredDuringExecution");
        var nodePath = path + ".nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution";
        if (required.isObject()) {
            checkNodeSelector(required, nodePath);
        }
        checkPreferred(node.path("preferredDuringSchedulingIgnoredDuringExecution"),
                path + ".nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution");
        for (var direction : List.of("podAffinity", "podAntiAffinity")) {
            int index = 0;
            for (var term : affinity.path(direction).path("requiredDuringSchedulingIgnoredDuringExecution")) {
                checkPodTerm(term, "%s.%s.requiredDuringSchedulingIgnoredDuringExecution[%d]".formatted(path, direction,
                        index++));
            }
            index = 0;
            for (var term : affinity.path(direction).path("preferredDuringSchedulingIgnoredDuringExecution")) {
                var at = "%s.%s.preferredDuringSchedulingIgnoredDuringExecution[%d]".formatted(path, direction,
                        index++);
                checkWeight(term, at);
                checkPodTerm(term.path("podAffinityTerm"), at + ".podAffinityTerm");
            }
        }
    }

    /** Checks a node selector of any object. */
    void checkNodeSelector(JsonNode selector, String path) {
        var terms = selector.path("nodeSelectorTerms");
        if (terms.isEmpty()) {
            findings.addRequired(path + ".nodeSelectorTerms", "must have at least one node selector term");
        }
        int index = 0;
        for (var term : terms) {
            checkNodeTerm(term, path + ".nodeSelectorTerms[" + index++ + "]");
        }
    }

    private void checkPreferred(JsonNode terms, String path) {
        int index = 0;
        for (var term : terms) {
            checkWeight(term, path + "[" + index + "]");
            checkNodeTerm(term.path("preference"), path + "[" + index++ + "].preference");
        }
    }

    private void checkWeight(JsonNode term, String path) {
        int weight = term.path("weight").asInt();
        if (weight < 1 || weight > 100) {
            findings.addInvalid(path + ".weight", term.path("weight"), "must be in the range 1-100");
        }
    }

    private void checkNodeTerm(JsonNode term, String path) {
        int index = 0;
        for (var requirement : term.path("matchExpressions")) {
            var at = path + ".matchExpressions[" + index++ + "]";
            var values = requirement.path("values");
            var operator = requirement.path("operator").asText();
            switch (operator) {
                case "In", "NotIn" -> {
                    if (values.isEmpty()) {
                        findings.addRequired(at + ".values", "must be specified when `operator` is 'In' or 'NotIn'");
                    }
                }
                case "Exists", "DoesNotExist" -> {
                    if (!values.isEmpty()) {
                        findings.addForbidden(at + ".values",
                                "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
                    }
                }
                case "Gt", "Lt" -> {
                    if (values.size() != 1) {
                        findings.addRequired(at + ".values",
                                "must be specified single value when `operator` is 'Lt' or 'Gt'");
                    }
                }
                default -> findings.addInvalid(at + ".operator", operator, "not a valid selector operator");
            }
            var key = requirement.path("key").asText();
            NameFormatRules.checkQualifiedName(key)
                    .forEach(reason -> findings.addInvalid(at + ".key", key, reason));
        }
    }

    private void checkPodTerm(JsonNode term, String path) {
        checkLabelSelector(term.path("labelSelector"), path + ".labelSelector");
        if (term.path("topologyKey").asText().isEmpty()) {
            findings.addRequired(path + ".topologyKey", "can not be empty");
        }
    }

    /** Checks a label selector of any object. */
    void checkLabelSelector(JsonNode selector, String path) {
        SimulatedMetadataValidationRules.checkLabels(selector.path("matchLabels"), path + ".matchLabels", findings);
        int index = 0;
        for (var expression : selector.path("matchExpressions")) {
            var at = path + ".matchExpressions[" + index++ + "]";
            var values = expression.path("values");
            switch (expression.path("operator").asText()) {
                case "In", "NotIn" -> {
                    if (values.isEmpty()) {
                        findings.addRequired(at + ".values", "must be specified when `operator` is 'In' or 'NotIn'");
                    }
                }
                case "Exists", "DoesNotExist" -> {
                    if (!values.isEmpty()) {
                        findings.addForbidden(at + ".values",
                                "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
                    }
                }
                default -> findings.addInvalid(at + ".operator", expression.path("operator"),
                        "not a valid selector operator");
            }
            var key = expression.path("key").asText();
            NameFormatRules.checkQualifiedName(key)
                    .forEach(reason -> findings.addInvalid(at + ".key", key, reason));
        }
    }

    void checkSpread(JsonNode constraints, String path) {
        var seen = new HashSet<String>();
        int index = 0;
        for (var constraint : constraints) {
            var at = path + "[" + index++ + "]";
            if (constraint.path("maxSkew").asInt() <= 0) {
                findings.addInvalid(at + ".maxSkew", constraint.path("maxSkew"), "must be greater than zero");
            }
            var key = constraint.path("topologyKey").asText();
            if (key.isEmpty()) {
                findings.addRequired(at + ".topologyKey", "can not be empty");
            }
            findings.checkChoice(at + ".whenUnsatisfiable", constraint.path("whenUnsatisfiable"),
                    List.of("DoNotSchedule", "ScheduleAnyway"), false);
            if (!seen.add(key + " " + constraint.path("whenUnsatisfiable").asText())) {
                findings.addDuplicate(at + ".{topologyKey, whenUnsatisfiable}", TextNode
                        .valueOf("{%s, %s}".formatted(key, constraint.path("whenUnsatisfiable").asText())));
            }
            checkLabelSelector(constraint.path("labelSelector"), at + ".labelSelector");
        }
    }
}
