package tessera.demo.admission.validation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tessera.demo.admission.ExactQuantity;

/** What holds for HorizontalPodAutoscalers. */
final class AutoscalerRules {

    private static final int LONGEST_WINDOW = 3600;
    private static final int LONGEST_PERIOD = 1800;
    private static final List<String> SOURCES = List.of("ContainerResource", "External", "Object", "Pods", "Resource");
    private static final Map<String, String> FIELDS = Map.of("ContainerResource", "containerResource", "External",
            "external", "Object", "object", "Pods", "pods", "Resource", "resource");

    private final JsonNode spec;
    private final @Nullable JsonNode old;
    private final ValidationErrors findings;

    /** @param old null when the object is new */
    AutoscalerRules(JsonNode object, @Nullable JsonNode old, ValidationErrors findings) {
        this.spec = object.path("spec");
        this.old = old;
        this.findings = findings;
    }

    void check() {
        var fewest = spec.path("minReplicas");
        var most = spec.path("maxReplicas");
        // Scaling to zero is behind a feature gate that is off: what has it already may keep it.
        boolean none = old != null && old.path("spec").path("minReplicas").isNumber()
                && old.path("spec").path("minReplicas").asInt() == 0;
        int least = none ? 0 : 1;
        if (fewest.isNumber() && fewest.asInt() < least) {
            findings.invalid("spec.minReplicas", fewest, "must be greater than or equal to " + least);
        }
        if (most.asInt() < 1) {
            findings.invalid("spec.maxReplicas", most, "must be greater than 0");
        }
        if (fewest.isNumber() && most.asInt() < fewest.asInt()) {
            findings.invalid("spec.maxReplicas", most, "must be greater than or equal to `minReplicas`");
        }
        reference(spec.path("scaleTargetRef"), "spec.scaleTargetRef");
        int index = 0;
        for (var metric : spec.path("metrics")) {
            metric(metric, "spec.metrics[" + index++ + "]");
        }
        for (var direction : List.of("scaleUp", "scaleDown")) {
            if (spec.path("behavior").path(direction).isObject()) {
                rules(spec.path("behavior").path(direction), "spec.behavior." + direction);
            }
        }
    }

    private void reference(JsonNode reference, String path) {
        for (var field : List.of("kind", "name")) {
            var value = reference.path(field).asText();
            if (value.isEmpty()) {
                findings.required(path + "." + field);
            } else {
                NameFormats.pathSegment(value).forEach(why -> findings.invalid(path + "." + field, value, why));
            }
        }
    }

    private void metric(JsonNode metric, String path) {
        var type = metric.path("type").asText();
        if (!SOURCES.contains(type)) {
            if (type.isEmpty()) {
                findings.required(path + ".type", "must specify a metric source type");
            }
            findings.notSupported(path + ".type", type, SOURCES);
            return;
        }
        var field = FIELDS.getOrDefault(type, "");
        var source = metric.path(field);
        if (source.isMissingNode()) {
            findings.required(path + "." + field, "must populate information for the given metric source");
        } else {
            source(type, source, path + "." + field);
        }
        FIELDS.values().stream().sorted().filter(other -> !other.equals(field) && metric.has(other))
                .forEach(other -> findings.forbidden(path + "." + other,
                        "must populate the given metric source only"));
    }

    private void source(String type, JsonNode source, String path) {
        boolean resource = type.endsWith("Resource");
        if (resource && source.path("name").asText().isEmpty()) {
            findings.required(path + ".name", "must specify a resource name");
        }
        if (type.equals("ContainerResource") && source.path("container").asText().isEmpty()) {
            findings.required(path + ".container", "must specify a container");
        }
        if (type.equals("Object")) {
            reference(source.path("describedObject"), path + ".describedObject");
        }
        if (!resource && source.path("metric").path("name").asText().isEmpty()) {
            findings.required(path + ".metric.name", "must specify a metric name");
        }
        var target = source.path("target");
        target(target, path + ".target");
        if (resource && target.has("averageUtilization") == target.has("averageValue")) {
            either(target.has("averageValue"), path + ".target");
        }
    }

    private void either(boolean both, String path) {
        if (both) {
            findings.forbidden(path + ".averageValue", "may not set both a target raw value and a target utilization");
        } else {
            findings.required(path + ".averageUtilization",
                    "must set either a target raw value or a target utilization");
        }
    }

    private void target(JsonNode target, String path) {
        var type = target.path("type").asText();
        if (type.isEmpty()) {
            findings.required(path + ".type", "must specify a metric target type");
        }
        if (!List.of("Utilization", "Value", "AverageValue").contains(type)) {
            findings.invalid(path + ".type", type, "must be either Utilization, Value, or AverageValue");
        }
        for (var field : List.of("value", "averageValue")) {
            if (target.has(field) && ExactQuantity.of(target.path(field)).compareTo(ExactQuantity.of(0)) <= 0) {
                findings.invalid(path + "." + field, target.path(field), "must be positive");
            }
        }
        var share = target.path("averageUtilization");
        if (share.isNumber() && share.asInt() < 1) {
            findings.invalid(path + ".averageUtilization", share, "must be greater than 0");
        }
    }

    private void rules(JsonNode rules, String path) {
        var window = rules.path("stabilizationWindowSeconds");
        if (window.isNumber() && window.asInt() < 0) {
            findings.invalid(path + ".stabilizationWindowSeconds", window, "must be greater than or equal to zero");
        }
        atMost(window, LONGEST_WINDOW, path + ".stabilizationWindowSeconds");
        if (rules.has("selectPolicy")) {
            findings.choice(path + ".selectPolicy", rules.path("selectPolicy"), List.of("Disabled", "Max", "Min"),
                    true);
        }
        // Where they are not written at all, the server has its own.
        if (rules.path("policies").isArray() && rules.path("policies").isEmpty()) {
            findings.required(path + ".policies", "must specify at least one Policy");
        }
        int index = 0;
        for (var policy : rules.path("policies")) {
            var at = path + ".policies[" + index++ + "]";
            if (!List.of("Pods", "Percent").contains(policy.path("type").asText())) {
                findings.notSupported(at + ".type", policy.path("type").asText(), List.of("Percent", "Pods"));
            }
            for (var field : List.of("value", "periodSeconds")) {
                if (policy.path(field).asInt() <= 0) {
                    findings.invalid(at + "." + field, policy.path(field), "must be greater than zero");
                }
            }
            atMost(policy.path("periodSeconds"), LONGEST_PERIOD, at + ".periodSeconds");
        }
    }

    private void atMost(JsonNode number, int most, String path) {
        if (number.isNumber() && number.asInt() > most) {
            findings.invalid(path, number, "must be less than or equal to " + most);
        }
    }
}
