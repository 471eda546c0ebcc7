package tessera.demo.admission.validation;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.demo.admission.JsonTreeOperations;
import tessera.kube.names.NameFormatRules;
import tessera.kube.quantity.FormatPreservingQuantity;

/** Rules for configuration, budgets, classes, roles and CRDs. */
final class SimulatedConfigAndRbacValidation {

    private static final int MOST_BYTES = 1024 * 1024;
    private static final List<String> ACCESS_MODES = List.of("ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce",
            "ReadWriteOncePod");
    private static final int HIGHEST_PRIORITY = 1_000_000_000;

    private final JsonNode object;
    private final @Nullable JsonNode oldObject;
    private final SimulatedValidationErrorCollector findings;

    SimulatedConfigAndRbacValidation(JsonNode object, @Nullable JsonNode oldObject,
            SimulatedValidationErrorCollector findings) {
        this.object = object;
        this.oldObject = oldObject;
        this.findings = findings;
    }

    void checkConfigMap() {
        checkKeysAndSize(List.of("data", "binaryData"), "[]");
    }

    void checkSecret() {
        checkKeysAndSize(List.of("data"), "data");
        if (oldObject != null && !oldObject.path("type").asText().equals(object.path("type").asText())) {
            findings.addInvalid("type", object.path("type"), SimulatedValidationErrorCollector.IMMUTABLE);
        }
    }

    private void checkKeysAndSize(List<String> maps, String whole) {
        long size = 0;
        for (var map : maps) {
            for (var entry : object.path(map).properties()) {
                NameFormatRules.checkConfigKey(entry.getKey())
                        .forEach(reason -> findings.addInvalid(map + "[" + entry.getKey() + "]", entry.getKey(),
                                reason));
                size += byteCount(map, entry.getValue().asText());
            }
        }
        if (size > MOST_BYTES) {
            findings.addTooLong(whole, MOST_BYTES);
        }
        if (oldObject != null && oldObject.path("immutable").asBoolean()) {
            if (!object.path("immutable").asBoolean()) {
                findings.addForbidden("immutable", "field is immutable when `immutable` is set");
            }
            for (var map : maps) {
                if (!oldObject.path(map).equals(object.path(map))) {
                    findings.addForbidden(map, "field is immutable when `immutable` is set");
                }
            }
        }
    }

    private long byteCount(String map, String value) {
        if (map.equals("data") && object.path("kind").asText().equals("ConfigMap")) {
            return value.getBytes(StandardCharsets.UTF_8).length;
        }
        try {
            return Base64.getMimeDecoder().decode(value).length;
        } catch (IllegalArgumentException e) {
            return value.length();
        }
    }

    void checkBudget() {
        var spec = object.path("spec");
        if (spec.has("minAvailable") && spec.has("maxUnavailable")) {
            findings.addInvalid("spec", GoStyleObjectPrinter.budgetSpecValue(spec),
                    "minAvailable and maxUnavailable cannot be both set");
        }
        for (var field : List.of("minAvailable", "maxUnavailable")) {
            SimulatedWorkloadValidationRules.checkShare(spec.path(field), "spec." + field, findings);
            if (spec.path(field).asText().matches("[1-9][0-9]{2,8}%") && !spec.path(field).asText().equals("100%")) {
                findings.addInvalid("spec." + field, spec.path(field), "must not be greater than 100%");
            }
        }
        findings.checkChoice("spec.unhealthyPodEvictionPolicy", spec.path("unhealthyPodEvictionPolicy"),
                List.of("AlwaysAllow", "IfHealthyBudget"), true);
        new SimulatedSchedulingValidationRules(findings).checkLabelSelector(spec.path("selector"), "spec.selector");
    }

    void checkPriorityClass() {
        var value = object.path("value");
        if (oldObject != null) {
            for (var field : List.of("value", "preemptionPolicy")) {
                if (!oldObject.path(field).equals(object.path(field))) {
                    findings.addForbidden(field, "may not be changed in an update.");
                }
            }
        } else if (value.asLong() > HIGHEST_PRIORITY
                && !object.path("metadata").path("name").asText().startsWith("system-")) {
            findings.addForbidden("value", "maximum allowed value of a user defined priority is " + HIGHEST_PRIORITY);
        }
    }

    void checkRuntimeClass() {
        var handler = object.path("handler").asText();
        NameFormatRules.checkLabel(handler)
                .forEach(reason -> findings.addInvalid("handler", handler, reason));
        if (oldObject != null && !oldObject.path("handler").asText().equals(handler)) {
            findings.addInvalid("handler", handler, SimulatedValidationErrorCollector.IMMUTABLE);
        }
    }

    void checkRoleBinding() {
        var role = object.path("roleRef");
        for (var field : List.of("kind", "name")) {
            if (role.path(field).asText().isEmpty()) {
                findings.addRequired("roleRef." + field);
            }
        }
        if (oldObject != null && !oldObject.path("roleRef").equals(role)) {
            findings.addInvalid("roleRef", role, "cannot change roleRef");
        }
    }

    void checkClaim() {
        var spec = object.path("spec");
        if (spec.path("accessModes").isEmpty()) {
            findings.addRequired("spec.accessModes", "at least 1 access mode is required");
        }
        for (var mode : JsonTreeOperations.textsOf(spec.path("accessModes"))) {
            if (!ACCESS_MODES.contains(mode)) {
                findings.addNotSupported("spec.accessModes", mode, ACCESS_MODES);
            }
        }
        if (!spec.path("resources").path("requests").has("storage")) {
            findings.addRequired("spec.resources[storage]");
        } else if (FormatPreservingQuantity.of(spec.path("resources").path("requests").path("storage"))
                .compareTo(FormatPreservingQuantity.ZERO) <= 0) {
            findings.addInvalid("spec.resources[storage]", spec.path("resources").path("requests").path("storage"),
                    "must be greater than zero");
        }
    }

    void checkDefinition() {
        var spec = object.path("spec");
        var name = object.path("metadata").path("name").asText();
        var group = spec.path("group").asText();
        if (!name.equals(spec.path("names").path("plural").asText() + "." + group)) {
            findings.addInvalid("metadata.name", name, "must be spec.names.plural+\".\"+spec.group");
        }
        boolean guarded = List.of("k8s.io", "kubernetes.io").stream()
                .anyMatch(domain -> group.equals(domain) || group.endsWith("." + domain));
        if (guarded && !object.path("metadata").path("annotations").has("api-approved.kubernetes.io")) {
            findings.addRequired("metadata.annotations[api-approved.kubernetes.io]",
                    "protected groups must have approval annotation \"api-approved.kubernetes.io\", see"
                            + " https://github.com/kubernetes/enhancements/pull/1111");
        }
        findings.checkChoice("spec.scope", spec.path("scope"), List.of("Cluster", "Namespaced"), false);
        var stored = new ArrayList<String>();
        int index = 0;
        for (var version : spec.path("versions")) {
            if (!version.path("schema").has("openAPIV3Schema")) {
                findings.addRequired("spec.versions[" + index + "].schema.openAPIV3Schema");
            }
            if (version.path("storage").asBoolean()) {
                stored.add(version.path("name").asText());
            }
            index++;
        }
        if (stored.size() != 1) {
            findings.addInvalid("spec.versions", spec.path("versions"),
                    "must have exactly one version marked as storage version");
        }
    }
}
