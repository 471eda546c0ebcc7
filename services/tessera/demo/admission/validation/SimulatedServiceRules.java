package tessera.demo.admission.validation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import tessera.demo.admission.JsonTreeOperations;
import tessera.kube.quantity.FormatPreservingQuantity;
import tessera.kube.schema.FieldViolation;

/** Rules between the fields of Services and HorizontalPodAutoscalers. */
final class SimulatedServiceRules {

    private static final int LOWEST_NODE_PORT = 30_000;
    private static final int HIGHEST_NODE_PORT = 32_767;
    private static final Map<String, String> METRIC_SOURCES = Map.of("ContainerResource", "containerResource",
            "External", "external", "Object", "object", "Pods", "pods", "Resource", "resource");

    private SimulatedServiceRules() {}

    static void check(String type, String path, JsonNode value, List<FieldViolation> found) {
        switch (type) {
            case "ServiceSpec" -> checkService(path, value, found);
            case "HorizontalPodAutoscalerSpec" -> {
                var most = value.path("maxReplicas");
                if (most.asInt() < value.path("minReplicas").asInt()) {
                    found.add(FieldViolation.invalid(path + ".maxReplicas", most,
                            "must be greater than or equal to `minReplicas`"));
                }
            }
            case "MetricSpec" -> checkMetric(path, value, found);
            case "ResourceMetricSource", "ContainerResourceMetricSource" -> checkTarget(path + ".target",
                    value.path("target"), found);
            case "MetricTarget" -> List.of("value", "averageValue").stream()
                    .filter(field -> value.has(field) && FormatPreservingQuantity.of(value.path(field))
                            .compareTo(FormatPreservingQuantity.ZERO) <= 0)
                    .forEach(field -> found.add(FieldViolation.invalid(path + "." + field, value.path(field),
                            "must be positive")));
            default -> {}
        }
    }

    private static void checkService(String path, JsonNode spec, List<FieldViolation> found) {
        var type = spec.path("type").asText();
        boolean headless = spec.path("clusterIP").asText().equals("None");
        if (spec.path("ports").isEmpty() && !type.equals("ExternalName") && !headless) {
            found.add(FieldViolation.required(path + ".ports", ""));
        }
        if (headless && List.of("LoadBalancer", "NodePort").contains(type)) {
            found.add(FieldViolation.invalid(path + ".clusterIPs[0]", spec.path("clusterIP"),
                    "may not be set to 'None' for %s services".formatted(type)));
        }
        if (type.equals("ExternalName") && spec.path("externalName").asText().isEmpty()) {
            found.add(FieldViolation.required(path + ".externalName", ""));
        }
        var seen = new HashSet<JsonNode>();
        for (var port : SimulatedListItems.itemsOf(spec.path("ports"), path + ".ports")) {
            if (port.value().path("name").asText().isEmpty() && spec.path("ports").size() > 1) {
                found.add(FieldViolation.required(port.path() + ".name", ""));
            }
            checkNodePort(port.path() + ".nodePort", port.value().path("nodePort"), type, found);
            var shared = GoStructFormatter.valueOf("SharedServicePort", JsonTreeOperations.shallowCopy(port.value())
                    .retain("protocol", "port"));
            if (!seen.add(shared)) {
                found.add(FieldViolation.duplicate(port.path(), shared, ""));
            }
        }
    }

    private static void checkNodePort(String path, JsonNode port, String type, List<FieldViolation> found) {
        if (port.asInt() != 0 && type.equals("ClusterIP")) {
            found.add(FieldViolation.forbidden(path, "may not be used when `type` is 'ClusterIP'"));
        } else if (port.asInt() != 0 && (port.asInt() < LOWEST_NODE_PORT || port.asInt() > HIGHEST_NODE_PORT)) {
            found.add(FieldViolation.invalid(path, port,
                    "provided port is not in the valid range. The range of valid ports is %d-%d"
                            .formatted(LOWEST_NODE_PORT, HIGHEST_NODE_PORT)));
        }
    }

    static void checkUpdate(JsonNode spec, JsonNode before, List<FieldViolation> found) {
        if (!before.path("clusterIP").asText().isEmpty() && !before.path("clusterIP").equals(spec.path("clusterIP"))
                && !spec.path("type").asText().equals("ExternalName")) {
            found.add(FieldViolation.invalid("spec.clusterIPs[0]", spec.path("clusterIP"),
                    "may not change once set"));
        }
    }

    private static void checkMetric(String path, JsonNode metric, List<FieldViolation> found) {
        var field = METRIC_SOURCES.get(metric.path("type").asText());
        if (field == null) {
            return;
        }
        if (!metric.has(field)) {
            found.add(FieldViolation.required(path + "." + field,
                    "must populate information for the given metric source"));
        }
        METRIC_SOURCES.values().stream().sorted().filter(other -> !other.equals(field) && metric.has(other))
                .forEach(other -> found.add(FieldViolation.forbidden(path + "." + other,
                        "must populate the given metric source only")));
    }

    private static void checkTarget(String path, JsonNode target, List<FieldViolation> found) {
        boolean raw = target.has("averageValue");
        if (raw && target.has("averageUtilization")) {
            found.add(FieldViolation.forbidden(path + ".averageValue",
                    "may not set both a target raw value and a target utilization"));
        } else if (!raw && !target.has("averageUtilization")) {
            found.add(FieldViolation.required(path + ".averageUtilization",
                    "must set either a target raw value or a target utilization"));
        }
    }
}
