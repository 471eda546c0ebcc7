package tessera.demo.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tessera.kube.names.NameFormatRules;
import tessera.kube.names.ResourceNames;
import tessera.kube.quantity.FormatPreservingQuantity;
import tessera.kube.requests.PodResourceFormula;
import tessera.kube.schema.FieldViolation;

/** Rules between the fields of pods, and of what selects pods and nodes. */
final class SimulatedPodRules {

    private SimulatedPodRules() {}

    static void check(String type, String path, JsonNode value, List<FieldViolation> found) {
        switch (type) {
            case "PodSpec" -> checkSpec(path, value, found);
            case "Container" -> checkContainer(path, value, found);
            case "PodResourceClaim" -> checkClaim(path, value, found);
            case "ResourceRequirements" -> checkResources(path, value, found);
            case "Toleration", "DeviceToleration" -> checkToleration(path, value, found);
            case "NodeSelectorRequirement", "LabelSelectorRequirement" -> checkSelectedValues(path, value, found);
            default -> {}
        }
    }

    private static void checkSpec(String path, JsonNode spec, List<FieldViolation> found) {
        var volumes = new HashSet<>(namesOf(spec.path("volumes")));
        var claims = new HashSet<>(namesOf(spec.path("resourceClaims")));
        var names = new HashSet<String>();
        for (var list : List.of("containers", "initContainers", "ephemeralContainers")) {
            JsonTreeOperations.itemsOf(spec.path(list), path + "." + list).forEach(item -> {
                var name = item.value().path("name");
                if (!name.asText().isEmpty() && !names.add(name.asText())) {
                    found.add(FieldViolation.duplicate(item.path() + ".name", name, ""));
                }
                checkReferences(item.path() + ".volumeMounts", item.value().path("volumeMounts"), volumes, found);
                checkReferences(item.path() + ".resources.claims", item.value().path("resources").path("claims"),
                        claims, found);
            });
        }
        checkPodLevel(path + ".resources", spec.path("resources"), found);
    }

    private static List<String> namesOf(JsonNode list) {
        return list.valueStream().map(item -> item.path("name").asText()).toList();
    }

    private static void checkReferences(String path, JsonNode list, Set<String> known, List<FieldViolation> found) {
        JsonTreeOperations.itemsOf(list, path).stream().filter(item -> !item.value().path("name").asText().isEmpty())
                .filter(item -> !known.contains(item.value().path("name").asText())).forEach(item -> found
                        .add(FieldViolation.notFound(item.path() + ".name", item.value().path("name").asText())));
    }

    private static void checkPodLevel(String path, JsonNode resources, List<FieldViolation> found) {
        for (var side : List.of("limits", "requests")) {
            JsonTreeOperations.fieldNames(resources.path(side)).stream().sorted()
                    .filter(name -> !PodResourceFormula.isPodLevelResource(name))
                    .forEach(name -> found.add(FieldViolation.notSupported(path + "." + side + "[" + name + "]",
                            TextNode.valueOf(name), List.of("cpu", "hugepages-", "memory"))));
        }
    }

    private static void checkContainer(String path, JsonNode container, List<FieldViolation> found) {
        var image = container.path("image");
        if (!image.asText().equals(image.asText().trim())) {
            found.add(FieldViolation.invalid(path + ".image", image, "must not have leading or trailing whitespace"));
        }
    }

    private static void checkClaim(String path, JsonNode claim, List<FieldViolation> found) {
        boolean direct = claim.has("resourceClaimName");
        if (direct == claim.has("resourceClaimTemplateName")) {
            found.add(FieldViolation.invalid(path, GoStructFormatter.valueOf("PodClaim", claim),
                    direct ? "at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified"
                            : "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`"));
        }
    }

    private static void checkResources(String path, JsonNode resources, List<FieldViolation> found) {
        var limits = resources.path("limits");
        var requests = resources.path("requests");
        for (var name : JsonTreeOperations.fieldNames(requests).stream().sorted().toList()) {
            checkAgainstLimit(name, requests.path(name), limits, path, found);
        }
    }

    private static void checkAgainstLimit(String name, JsonNode request, JsonNode limits, String path,
            List<FieldViolation> found) {
        boolean flexible = ResourceNames.mayBeOvercommitted(name);
        if (!limits.has(name)) {
            if (!flexible) {
                found.add(FieldViolation.required(path + ".limits",
                        "Limit must be set for non overcommitable resources"));
            }
            return;
        }
        int difference = FormatPreservingQuantity.of(request).compareTo(FormatPreservingQuantity.of(limits.path(name)));
        if (difference > 0 || (difference < 0 && !flexible)) {
            found.add(FieldViolation.invalid(path + ".requests", request, "must be %s %s limit of %s"
                    .formatted(flexible ? "less than or equal to" : "equal to", name, limits.path(name).asText())));
        }
    }

    private static void checkToleration(String path, JsonNode toleration, List<FieldViolation> found) {
        var operator = toleration.path("operator").asText();
        var effect = toleration.path("effect").asText();
        if (toleration.path("key").asText().isEmpty() && !operator.equals("Exists")) {
            found.add(FieldViolation.invalid(path + ".operator", TextNode.valueOf(operator),
                    "operator must be Exists when `key` is empty, which means \"match all values and all keys\""));
        }
        if (toleration.has("tolerationSeconds") && !effect.equals("NoExecute")) {
            found.add(FieldViolation.invalid(path + ".effect", TextNode.valueOf(effect),
                    "effect must be 'NoExecute' when `tolerationSeconds` is set"));
        }
        var value = toleration.path("value");
        var wrong = operator.equals("Exists") ? "value must be empty when `operator` is 'Exists'"
                : String.join(";", NameFormatRules.checkLabelValue(value.asText()));
        if (!value.asText().isEmpty() && !wrong.isEmpty()) {
            found.add(FieldViolation.invalid(path + ".operator", value, wrong));
        }
    }

    /** Checks that a requirement has as many values as its operator takes. */
    private static void checkSelectedValues(String path, JsonNode requirement, List<FieldViolation> found) {
        var values = requirement.path("values");
        var operator = requirement.path("operator").asText();
        if (List.of("In", "NotIn").contains(operator) && values.isEmpty()) {
            found.add(
                    FieldViolation.required(path + ".values", "must be specified when `operator` is 'In' or 'NotIn'"));
        } else if (List.of("Exists", "DoesNotExist").contains(operator) && !values.isEmpty()) {
            found.add(FieldViolation.forbidden(path + ".values",
                    "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"));
        } else if (List.of("Gt", "Lt").contains(operator) && values.size() != 1) {
            found.add(FieldViolation.required(path + ".values",
                    "must be specified single value when `operator` is 'Lt' or 'Gt'"));
        }
    }
}
