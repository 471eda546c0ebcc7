package tessera.demo.admission.defaulting;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import tessera.demo.admission.JsonTrees;

/** Defaults of cluster-level kinds: nodes, namespaces, limit ranges, classes, roles. */
final class ClusterDefaults {

    private static final String RBAC = "rbac.authorization.k8s.io";

    private ClusterDefaults() {}

    static void apply(String kind, ObjectNode object) {
        switch (kind) {
            case "Node" -> JsonTrees.changeChild(object, "status", ClusterDefaults::defaultNodeStatus);
            case "Namespace" -> defaultNamespace(object);
            case "Secret" -> defaultSecret(object);
            case "LimitRange" ->
                JsonTrees.forEachObject(object.path("spec").path("limits"), ClusterDefaults::defaultLimits);
            case "PriorityClass" -> JsonTrees.putIfMissing(object, "preemptionPolicy", "PreemptLowerPriority");
            case "HorizontalPodAutoscaler" ->
                JsonTrees.putIfMissing(JsonTrees.childObject(object, "spec"), "minReplicas", 1);
            case "RoleBinding", "ClusterRoleBinding" -> defaultBinding(object);
            case "CustomResourceDefinition" -> defaultDefinition(JsonTrees.childObject(object, "spec"));
            default -> {}
        }
    }

    /** Fills in the status of a node only where it was never written. */
    private static void defaultNodeStatus(ObjectNode status) {
        if (!status.has("allocatable") && status.has("capacity")) {
            status.set("allocatable", status.get("capacity").deepCopy());
        }
    }

    private static void defaultNamespace(ObjectNode namespace) {
        var metadata = JsonTrees.childObject(namespace, "metadata");
        var name = metadata.path("name").asText();
        if (!name.isEmpty()) {
            JsonTrees.childObject(metadata, "labels").put("kubernetes.io/metadata.name", name);
        }
        JsonTrees.putIfMissing(JsonTrees.childObject(namespace, "status"), "phase", "Active");
    }

    private static void defaultSecret(ObjectNode secret) {
        JsonTrees.putIfMissing(secret, "type", "Opaque");
        if (secret.remove("stringData") instanceof ObjectNode plain) {
            var data = JsonTrees.childObject(secret, "data");
            plain.properties().forEach(entry -> data.put(entry.getKey(), Base64.getEncoder()
                    .encodeToString(entry.getValue().asText().getBytes(StandardCharsets.UTF_8))));
        }
    }

    private static void defaultLimits(ObjectNode item) {
        if (!item.path("type").asText().equals("Container")) {
            return;
        }
        fillFrom(item, "max", "default");
        fillFrom(item, "default", "defaultRequest");
        fillFrom(item, "min", "defaultRequest");
    }

    private static void fillFrom(ObjectNode item, String from, String into) {
        item.path(from).properties()
                .forEach(entry -> JsonTrees.putIfMissing(JsonTrees.childObject(item, into), entry.getKey(),
                        entry.getValue().asText()));
    }

    private static void defaultBinding(ObjectNode binding) {
        JsonTrees.changeChild(binding, "roleRef", role -> fillEmpty(role, "apiGroup", RBAC));
        JsonTrees.forEachObject(binding.path("subjects"), subject -> {
            if (List.of("User", "Group").contains(subject.path("kind").asText())) {
                JsonTrees.putIfMissing(subject, "apiGroup", RBAC);
            }
        });
    }

    private static void fillEmpty(ObjectNode object, String field, String value) {
        if (object.path(field).asText().isEmpty()) {
            object.put(field, value);
        }
    }

    private static void defaultDefinition(ObjectNode spec) {
        var names = JsonTrees.childObject(spec, "names");
        var kind = names.path("kind").asText();
        JsonTrees.putIfMissing(names, "singular", kind.toLowerCase(Locale.ROOT));
        JsonTrees.putIfMissing(names, "listKind", kind + "List");
        JsonTrees.putIfMissing(JsonTrees.childObject(spec, "conversion"), "strategy", "None");
    }
}
