package tessera.demo.admission.validation;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.demo.admission.ExactQuantity;
import tessera.demo.admission.JsonTrees;

/** What holds for configuration, budgets, classes, roles and definitions of kinds. */
final class ClusterRules {

    private static final int MOST_BYTES = 1024 * 1024;
    private static final List<String> ACCESS_MODES = List.of("ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce",
            "ReadWriteOncePod");
    private static final int HIGHEST_PRIORITY = 1_000_000_000;

    private final JsonNode object;
    private final @Nullable JsonNode old;
    private final ValidationErrors findings;

    ClusterRules(JsonNode object, @Nullable JsonNode old, ValidationErrors findings) {
        this.object = object;
        this.old = old;
        this.findings = findings;
    }

    void configMap() {
        keysAndSize(List.of("data", "binaryData"), "[]");
    }

    void secret() {
        keysAndSize(List.of("data"), "data");
        if (old != null && !old.path("type").asText().equals(object.path("type").asText())) {
            findings.invalid("type", object.path("type"), ValidationErrors.IMMUTABLE);
        }
    }

    private void keysAndSize(List<String> maps, String whole) {
        long size = 0;
        for (var map : maps) {
            for (var entry : object.path(map).properties()) {
                NameFormats.configKey(entry.getKey())
                        .forEach(why -> findings.invalid(map + "[" + entry.getKey() + "]", entry.getKey(), why));
                size += size(map, entry.getValue().asText());
            }
        }
        if (size > MOST_BYTES) {
            findings.tooLong(whole, MOST_BYTES);
        }
        if (old != null && old.path("immutable").asBoolean()) {
            if (!object.path("immutable").asBoolean()) {
                findings.forbidden("immutable", "field is immutable when `immutable` is set");
            }
            for (var map : maps) {
                if (!old.path(map).equals(object.path(map))) {
                    findings.forbidden(map, "field is immutable when `immutable` is set");
                }
            }
        }
    }

    private long size(String map, String value) {
        if (map.equals("data") && object.path("kind").asText().equals("ConfigMap")) {
            return value.getBytes(StandardCharsets.UTF_8).length;
        }
        try {
            return Base64.getMimeDecoder().decode(value).length;
        } catch (IllegalArgumentException e) {
            return value.length();
        }
    }

    void budget() {
        var spec = object.path("spec");
        if (spec.has("minAvailable") && spec.has("maxUnavailable")) {
            findings.invalid("spec", GoValues.budgetSpec(spec), "minAvailable and maxUnavailable cannot be both set");
        }
        for (var field : List.of("minAvailable", "maxUnavailable")) {
            WorkloadRules.share(spec.path(field), "spec." + field, findings);
            if (spec.path(field).asText().matches("[1-9][0-9]{2,8}%") && !spec.path(field).asText().equals("100%")) {
                findings.invalid("spec." + field, spec.path(field), "must not be greater than 100%");
            }
        }
        findings.choice("spec.unhealthyPodEvictionPolicy", spec.path("unhealthyPodEvictionPolicy"),
                List.of("AlwaysAllow", "IfHealthyBudget"), true);
        new SchedulingRules(findings).labelSelector(spec.path("selector"), "spec.selector");
    }

    void priorityClass() {
        var value = object.path("value");
        if (old != null) {
            for (var field : List.of("value", "preemptionPolicy")) {
                if (!old.path(field).equals(object.path(field))) {
                    findings.forbidden(field, "may not be changed in an update.");
                }
            }
        } else if (value.asLong() > HIGHEST_PRIORITY
                && !object.path("metadata").path("name").asText().startsWith("system-")) {
            findings.forbidden("value", "maximum allowed value of a user defined priority is " + HIGHEST_PRIORITY);
        }
    }

    void runtimeClass() {
        var handler = object.path("handler").asText();
        NameFormats.label(handler).forEach(why -> findings.invalid("handler", handler, why));
        if (old != null && !old.path("handler").asText().equals(handler)) {
            findings.invalid("handler", handler, ValidationErrors.IMMUTABLE);
        }
    }

    void roleBinding() {
        var role = object.path("roleRef");
        for (var field : List.of("kind", "name")) {
            if (role.path(field).asText().isEmpty()) {
                findings.required("roleRef." + field);
            }
        }
        if (old != null && !old.path("roleRef").equals(role)) {
            findings.invalid("roleRef", role, "cannot change roleRef");
        }
    }

    void claim() {
        var spec = object.path("spec");
        if (spec.path("accessModes").isEmpty()) {
            findings.required("spec.accessModes", "at least 1 access mode is required");
        }
        for (var mode : JsonTrees.texts(spec.path("accessModes"))) {
            if (!ACCESS_MODES.contains(mode)) {
                findings.notSupported("spec.accessModes", mode, ACCESS_MODES);
            }
        }
        if (!spec.path("resources").path("requests").has("storage")) {
            findings.required("spec.resources[storage]");
        } else if (ExactQuantity.of(spec.path("resources").path("requests").path("storage"))
                .compareTo(ExactQuantity.ZERO) <= 0) {
            findings.invalid("spec.resources[storage]", spec.path("resources").path("requests").path("storage"),
                    "must be greater than zero");
        }
    }

    void definition() {
        var spec = object.path("spec");
        var name = object.path("metadata").path("name").asText();
        var group = spec.path("group").asText();
        if (!name.equals(spec.path("names").path("plural").asText() + "." + group)) {
            findings.invalid("metadata.name", name, "must be spec.names.plural+\".\"+spec.group");
        }
        boolean guarded = List.of("k8s.io", "kubernetes.io").stream()
                .anyMatch(domain -> group.equals(domain) || group.endsWith("." + domain));
        if (guarded && !object.path("metadata").path("annotations").has("api-approved.kubernetes.io")) {
            findings.required("metadata.annotations[api-approved.kubernetes.io]",
                    "protected groups must have approval annotation \"api-approved.kubernetes.io\", see"
                            + " https://github.com/kubernetes/enhancements/pull/1111");
        }
        findings.choice("spec.scope", spec.path("scope"), List.of("Cluster", "Namespaced"), false);
        var stored = new ArrayList<String>();
        int index = 0;
        for (var version : spec.path("versions")) {
            if (!version.path("schema").has("openAPIV3Schema")) {
                findings.required("spec.versions[" + index + "].schema.openAPIV3Schema");
            }
            if (version.path("storage").asBoolean()) {
                stored.add(version.path("name").asText());
            }
            index++;
        }
        if (stored.size() != 1) {
            findings.invalid("spec.versions", spec.path("versions"),
                    "must have exactly one version marked as storage version");
        }
    }
}
