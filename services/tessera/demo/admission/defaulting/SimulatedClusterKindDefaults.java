package tessera.demo.admission.defaulting;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import tessera.demo.admission.JsonTreeOperations;

/** Defaults of cluster-level kinds: nodes, namespaces, limit ranges, classes, roles. */
final class SimulatedClusterKindDefaults {

    private static final String RBAC = "rbac.authorization.k8s.io";

    private SimulatedClusterKindDefaults() {}

    static void apply(String kind, ObjectNode object) {
        switch (kind) {
            case "Node" ->
                JsonTreeOperations.changeChild(object, "status", SimulatedClusterKindDefaults::defaultNodeStatus);
            case "Namespace" -> defaultNamespace(object);
            case "Secret" -> defaultSecret(object);
            case "LimitRange" ->
                JsonTreeOperations.forEachObject(object.path("spec").path("limits"),
                        SimulatedClusterKindDefaults::defaultLimits);
            case "PriorityClass" -> JsonTreeOperations.putIfMissing(object, "preemptionPolicy", "PreemptLowerPriority");
            case "HorizontalPodAutoscaler" ->
                JsonTreeOperations.putIfMissing(JsonTreeOperations.childObject(object, "spec"), "minReplicas", 1);
            case "RoleBinding", "ClusterRoleBinding" -> defaultBinding(object);
            case "CustomResourceDefinition" -> defaultDefinition(JsonTreeOperations.childObject(object, "spec"));
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
        var metadata = JsonTreeOperations.childObject(namespace, "metadata");
        var name = metadata.path("name").asText();
        if (!name.isEmpty()) {
            JsonTreeOperations.childObject(metadata, "labels").put("kubernetes.io/metadata.name", name);
        }
        JsonTreeOperations.putIfMissing(JsonTreeOperations.childObject(namespace, "status"), "phase", "Active");
    }

    private static void defaultSecret(ObjectNode secret) {
        JsonTreeOperations.putIfMissing(secret, "type", "Opaque");
        if (secret.remove("stringData") instanceof ObjectNode plain) {
            var data = JsonTreeOperations.childObject(secret, "data");
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
                .forEach(entry -> JsonTreeOperations.putIfMissing(JsonTreeOperations.childObject(item, into),
                        entry.getKey(),
                        entry.getValue().asText()));
    }

    private static void defaultBinding(ObjectNode binding) {
        JsonTreeOperations.changeChild(binding, "roleRef", role -> fillEmpty(role, "apiGroup", RBAC));
        JsonTreeOperations.forEachObject(binding.path("subjects"), subject -> {
            if (List.of("User", "Group").contains(subject.path("kind").asText())) {
                JsonTreeOperations.putIfMissing(subject, "apiGroup", RBAC);
            }
        });
    }

    private static void fillEmpty(ObjectNode object, String field, String value) {
        if (object.path(field).asText().isEmpty()) {
            object.put(field, value);
        }
    }

    private static void defaultDefinition(ObjectNode spec) {
        var names = JsonTreeOperations.childObject(spec, "names");
        var kind = names.path("kind").asText();
        JsonTreeOperations.putIfMissing(names, "singular", kind.toLowerCase(Locale.ROOT));
        JsonTreeOperations.putIfMissing(names, "listKind", kind + "List");
        JsonTreeOperations.putIfMissing(JsonTreeOperations.childObject(spec, "conversion"), "strategy", "None");
    }
}
