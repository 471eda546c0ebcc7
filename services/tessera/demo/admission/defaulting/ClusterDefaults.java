package tessera.demo.admission.defaulting;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import tessera.demo.admission.JsonTrees;

/** Defaults of the kinds that order the cluster: nodes, namespaces, limits, classes, roles. */
final class ClusterDefaults {

    private static final String RBAC = "rbac.authorization.k8s.io";

    private ClusterDefaults() {}

    static void apply(String kind, ObjectNode object) {
        switch (kind) {
            case "Node" -> JsonTrees.with(object, "status", ClusterDefaults::nodeStatus);
            case "Namespace" -> namespace(object);
            case "Secret" -> secret(object);
            case "LimitRange" -> JsonTrees.each(object.path("spec").path("limits"), ClusterDefaults::limits);
            case "PriorityClass" -> JsonTrees.missing(object, "preemptionPolicy", "PreemptLowerPriority");
            case "HorizontalPodAutoscaler" -> JsonTrees.missing(JsonTrees.under(object, "spec"), "minReplicas", 1);
            case "RoleBinding", "ClusterRoleBinding" -> binding(object);
            case "CustomResourceDefinition" -> definition(JsonTrees.under(object, "spec"));
            default -> {}
        }
    }

    /** Only where the whole map was never written. */
    private static void nodeStatus(ObjectNode status) {
        if (!status.has("allocatable") && status.has("capacity")) {
            status.set("allocatable", status.get("capacity").deepCopy());
        }
    }

    private static void namespace(ObjectNode namespace) {
        var metadata = JsonTrees.under(namespace, "metadata");
        var name = metadata.path("name").asText();
        if (!name.isEmpty()) {
            JsonTrees.under(metadata, "labels").put("kubernetes.io/metadata.name", name);
        }
        JsonTrees.missing(JsonTrees.under(namespace, "status"), "phase", "Active");
    }

    private static void secret(ObjectNode secret) {
        JsonTrees.missing(secret, "type", "Opaque");
        if (secret.remove("stringData") instanceof ObjectNode plain) {
            var data = JsonTrees.under(secret, "data");
            plain.properties().forEach(entry -> data.put(entry.getKey(), Base64.getEncoder()
                    .encodeToString(entry.getValue().asText().getBytes(StandardCharsets.UTF_8))));
        }
    }

    private static void limits(ObjectNode item) {
        if (!item.path("type").asText().equals("Container")) {
            return;
        }
        fill(item, "max", "default");
        fill(item, "default", "defaultRequest");
        fill(item, "min", "defaultRequest");
    }

    private static void fill(ObjectNode item, String from, String into) {
        item.path(from).properties()
                .forEach(entry -> JsonTrees.missing(JsonTrees.under(item, into), entry.getKey(),
                        entry.getValue().asText()));
    }

    private static void binding(ObjectNode binding) {
        JsonTrees.with(binding, "roleRef", role -> fillEmpty(role, "apiGroup", RBAC));
        JsonTrees.each(binding.path("subjects"), subject -> {
            if (List.of("User", "Group").contains(subject.path("kind").asText())) {
                JsonTrees.missing(subject, "apiGroup", RBAC);
            }
        });
    }

    private static void fillEmpty(ObjectNode object, String field, String value) {
        if (object.path(field).asText().isEmpty()) {
            object.put(field, value);
        }
    }

    private static void definition(ObjectNode spec) {
        var names = JsonTrees.under(spec, "names");
        var kind = names.path("kind").asText();
        JsonTrees.missing(names, "singular", kind.toLowerCase(Locale.ROOT));
        JsonTrees.missing(names, "listKind", kind + "List");
        JsonTrees.missing(JsonTrees.under(spec, "conversion"), "strategy", "None");
    }
}
