package tessera.demo.admission;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.demo.object.SimulatedMetadata;
import tessera.kube.quantity.FormatPreservingQuantity;
import tessera.kube.schema.FieldViolation;

/** Rules between the fields of configuration, budgets, classes, claims for volumes and CRDs. */
final class SimulatedConfigRules {

    private static final int MOST_BYTES = 1024 * 1024;
    private static final int HIGHEST_PRIORITY = 1_000_000_000;
    private static final String APPROVAL = "api-approved.kubernetes.io";

    private SimulatedConfigRules() {}

    /** @param old null when the object is new */
    static void check(String kind, JsonNode object, @Nullable JsonNode old, List<FieldViolation> found) {
        switch (kind) {
            case "ConfigMap" -> checkData(object, List.of("data", "binaryData"), "[]", found);
            case "Secret" -> checkData(object, List.of("data"), "data", found);
            case "PodDisruptionBudget" -> {
                var spec = object.path("spec");
                if (spec.has("minAvailable") && spec.has("maxUnavailable")) {
                    found.add(FieldViolation.invalid("spec", GoStructFormatter.valueOf("BudgetSpec", spec),
                            "minAvailable and maxUnavailable cannot be both set"));
                }
            }
            case "PriorityClass" -> {
                if (old == null && object.path("value").asLong() > HIGHEST_PRIORITY
                        && !SimulatedMetadata.nameOf(object).startsWith("system-")) {
                    found.add(FieldViolation.forbidden("value",
                            "maximum allowed value of a user defined priority is " + HIGHEST_PRIORITY));
                }
            }
            case "PersistentVolumeClaim" -> checkStorage(object.path("spec").path("resources").path("requests"), found);
            case "CustomResourceDefinition" -> checkDefinition(object, found);
            default -> {}
        }
    }

    private static void checkData(JsonNode object, List<String> maps, String whole, List<FieldViolation> found) {
        boolean encoded = object.path("kind").asText().equals("Secret");
        long size = maps.stream()
                .flatMap(map -> object.path(map).propertyStream()
                        .map(entry -> byteCount(encoded || map.equals("binaryData"), entry.getValue().asText())))
                .mapToLong(Long::longValue).sum();
        if (size > MOST_BYTES) {
            found.add(FieldViolation.tooLong(whole, MOST_BYTES));
        }
    }

    private static long byteCount(boolean encoded, String value) {
        try {
            if (encoded) {
                return Base64.getMimeDecoder().decode(value).length;
            }
            return value.getBytes(StandardCharsets.UTF_8).length;
        } catch (IllegalArgumentException e) {
            return value.length();
        }
    }

    private static void checkStorage(JsonNode requests, List<FieldViolation> found) {
        var path = "spec.resources[storage]";
        var storage = requests.path("storage");
        if (storage.isMissingNode()) {
            found.add(FieldViolation.required(path, ""));
        } else if (FormatPreservingQuantity.of(storage).compareTo(FormatPreservingQuantity.ZERO) <= 0) {
            found.add(FieldViolation.invalid(path, storage, "must be greater than zero"));
        }
    }

    private static void checkDefinition(JsonNode definition, List<FieldViolation> found) {
        var spec = definition.path("spec");
        var name = definition.path("metadata").path("name");
        var group = spec.path("group").asText();
        if (!name.asText().equals(spec.path("names").path("plural").asText() + "." + group)) {
            found.add(FieldViolation.invalid("metadata.name", name, "must be spec.names.plural+\".\"+spec.group"));
        }
        boolean guarded = List.of("k8s.io", "kubernetes.io").stream()
                .anyMatch(domain -> group.equals(domain) || group.endsWith("." + domain));
        if (guarded && !definition.path("metadata").path("annotations").has(APPROVAL)) {
            found.add(FieldViolation.required("metadata.annotations[" + APPROVAL + "]",
                    "protected groups must have approval annotation \"" + APPROVAL
                            + "\", see https://github.com/kubernetes/enhancements/pull/1111"));
        }
        var versions = spec.path("versions");
        JsonTreeOperations.itemsOf(versions, "spec.versions").stream()
                .filter(item -> !item.value().path("schema").has("openAPIV3Schema"))
                .forEach(item -> found.add(FieldViolation.required(item.path() + ".schema.openAPIV3Schema", "")));
        if (versions.valueStream().filter(version -> version.path("storage").asBoolean()).count() != 1) {
            found.add(FieldViolation.invalid("spec.versions", versions,
                    "must have exactly one version marked as storage version"));
        }
    }

    static void checkUpdate(String kind, JsonNode object, JsonNode old, List<FieldViolation> found) {
        switch (kind) {
            case "PriorityClass" -> forbidChange(object, old, List.of("value", "preemptionPolicy"),
                    "may not be changed in an update.", found);
            case "ConfigMap", "Secret" -> {
                if (old.path("immutable").asBoolean()) {
                    forbidChange(object, old, List.of("immutable", "data", "binaryData"),
                            "field is immutable when `immutable` is set", found);
                }
            }
            default -> {}
        }
    }

    private static void forbidChange(JsonNode object, JsonNode old, List<String> fields, String why,
            List<FieldViolation> found) {
        fields.stream().filter(field -> !object.path(field).equals(old.path(field)))
                .forEach(field -> found.add(FieldViolation.forbidden(field, why)));
    }
}
