package tessera.demo.admission.validation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tessera.kube.names.NameFormatRules;
import tessera.kube.quantity.FormatPreservingQuantity;

/** Rules for HorizontalPodAutoscalers. */
final class SimulatedHpaValidationRules {

    private static final int LONGEST_WINDOW = 3600;
    private static final int LONGEST_PERIOD = 1800;
    private static final List<String> SOURCES = List.of("ContainerResource", "External", "Object", "Pods", "Resource");
    private static final Map<String, String> FIELDS = Map.of("ContainerResource", "containerResource", "External",
            "external", "Object", "object", "Pods", "pods", "Resource", "resource");

    private final JsonNode spec;
    private final @Nullable JsonNode oldObject;
    private final SimulatedValidationErrorCollector findings;

    /** @param oldObject null when the object is new */
    SimulatedHpaValidationRules(JsonNode object, @Nullable JsonNode oldObject,
            SimulatedValidationErrorCollector findings) {
        this.spec = object.path("spec");
        this.oldObject = oldObject;
        this.findings = findings;
    }

    void check() {
        var fewest = spec.path("minReplicas");
        var most = spec.path("maxReplicas");
        // Scaling to zero is behind a feature gate that is off: what has it already may keep it.
        boolean none = oldObject != null && oldObject.path("spec").path("minReplicas").isNumber()
                && oldObject.path("spec").path("minReplicas").asInt() == 0;
        int minimum = none ? 0 : 1;
        if (fewest.isNumber() && fewest.asInt() < minimum) {
            findings.addInvalid("spec.minReplicas", fewest, "must be greater than or equal to " + minimum);
        }
        if (most.asInt() < 1) {
            findings.addInvalid("spec.maxReplicas", most, "must be greater than 0");
        }
        if (fewest.isNumber() && most.asInt() < fewest.asInt()) {
            findings.addInvalid("spec.maxReplicas", most, "must be greater than or equal to `minReplicas`");
        }
        checkReference(spec.path("scaleTargetRef"), "spec.scaleTargetRef");
        int index = 0;
        for (var metric : spec.path("metrics")) {
            checkMetric(metric, "spec.metrics[" + index++ + "]");
        }
        for (var direction : List.of("scaleUp", "scaleDown")) {
            if (spec.path("behavior").path(direction).isObject()) {
                checkScalingRules(spec.path("behavior").path(direction), "spec.behavior." + direction);
            }
        }
    }

    private void checkReference(JsonNode reference, String path) {
        for (var field : List.of("kind", "name")) {
            var value = reference.path(field).asText();
            if (value.isEmpty()) {
                findings.addRequired(path + "." + field);
            } else {
                NameFormatRules.checkPathSegment(value)
                        .forEach(reason -> findings.addInvalid(path + "." + field, value, reason));
            }
        }
    }

    private void checkMetric(JsonNode metric, String path) {
        var type = metric.path("type").asText();
        if (!SOURCES.contains(type)) {
            if (type.isEmpty()) {
                findings.addRequired(path + ".type", "must specify a metric source type");
            }
            findings.addNotSupported(path + ".type", type, SOURCES);
            return;
        }
        var field = FIELDS.getOrDefault(type, "");
        var source = metric.path(field);
        if (source.isMissingNode()) {
            findings.addRequired(path + "." + field, "must populate information for the given metric source");
        } else {
            checkSource(type, source, path + "." + field);
        }
        FIELDS.values().stream().sorted().filter(other -> !other.equals(field) && metric.has(other))
                .forEach(other -> findings.addForbidden(path + "." + other,
                        "must populate the given metric source only"));
    }

    private void checkSource(String type, JsonNode source, String path) {
        boolean resource = type.endsWith("Resource");
        if (resource && source.path("name").asText().isEmpty()) {
            findings.addRequired(path + ".name", "must specify a resource name");
        }
        if (type.equals("ContainerResource") && source.path("container").asText().isEmpty()) {
            findings.addRequired(path + ".container", "must specify a container");
        }
        if (type.equals("Object")) {
            checkReference(source.path("describedObject"), path + ".describedObject");
        }
        if (!resource && source.path("metric").path("name").asText().isEmpty()) {
            findings.addRequired(path + ".metric.name", "must specify a metric name");
        }
        var target = source.path("target");
        checkTarget(target, path + ".target");
        if (resource && target.has("averageUtilization") == target.has("averageValue")) {
            reportTargetConflict(target.has("averageValue"), path + ".target");
        }
    }

    private void reportTargetConflict(boolean both, String path) {
        if (both) {
            findings.addForbidden(path + ".averageValue",
                    "may not set both a target raw value and a target utilization");
        } else {
            findings.addRequired(path + ".averageUtilization",
                    "must set either a target raw value or a target utilization");
        }
    }

    private void checkTarget(JsonNode target, String path) {
        var type = target.path("type").asText();
        if (type.isEmpty()) {
            findings.addRequired(path + ".type", "must specify a metric target type");
        }
        if (!List.of("Utilization", "Value", "AverageValue").contains(type)) {
            findings.addInvalid(path + ".type", type, "must be either Utilization, Value, or AverageValue");
        }
        for (var field : List.of("value", "averageValue")) {
            if (target.has(field)
                    && FormatPreservingQuantity.of(target.path(field)).compareTo(FormatPreservingQuantity.of(0)) <= 0) {
                findings.addInvalid(path + "." + field, target.path(field), "must be positive");
            }
        }
        var share = target.path("averageUtilization");
        if (share.isNumber() && share.asInt() < 1) {
            findings.addInvalid(path + ".averageUtilization", share, "must be greater than 0");
        }
    }

    private void checkScalingRules(JsonNode rules, String path) {
        var window = rules.path("stabilizationWindowSeconds");
        if (window.isNumber() && window.asInt() < 0) {
            findings.addInvalid(path + ".stabilizationWindowSeconds", window, "must be greater than or equal to zero");
        }
        checkAtMost(window, LONGEST_WINDOW, path + ".stabilizationWindowSeconds");
        if (rules.has("selectPolicy")) {
            findings.checkChoice(path + ".selectPolicy", rules.path("selectPolicy"), List.of("Disabled", "Max", "Min"),
                    true);
        }
        // Where they are not written at all, the server has its own.
        if (rules.path("policies").isArray() && rules.path("policies").isEmpty()) {
            findings.addRequired(path + ".policies", "must specify at least one Policy");
        }
        int index = 0;
        for (var policy : rules.path("policies")) {
            var at = path + ".policies[" + index++ + "]";
            if (!List.of("Pods", "Percent").contains(policy.path("type").asText())) {
                findings.addNotSupported(at + ".type", policy.path("type").asText(), List.of("Percent", "Pods"));
            }
            for (var field : List.of("value", "periodSeconds")) {
                if (policy.path(field).asInt() <= 0) {
                    findings.addInvalid(at + "." + field, policy.path(field), "must be greater than zero");
                }
            }
            checkAtMost(policy.path("periodSeconds"), LONGEST_PERIOD, at + ".periodSeconds");
        }
    }

    private void checkAtMost(JsonNode number, int maximum, String path) {
        if (number.isNumber() && number.asInt() > maximum) {
            findings.addInvalid(path, number, "must be less than or equal to " + maximum);
        }
    }
}
