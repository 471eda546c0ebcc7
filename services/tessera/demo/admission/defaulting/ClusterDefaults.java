package tessera.demo.admission.defaulting;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import tessera.demo.admission.Trees;

/** Defaults of the kinds that order the cluster: nodes, namespaces, limits, classes, roles. */
final class ClusterDefaults {

    private static final String RBAC = "rbac.authorization.k8s.io";

    private ClusterDefaults() {}

    static void apply(String kind, ObjectNode object) {
        switch (kind) {
            case "Node" -> Trees.with(object, "status", ClusterDefaults::nodeStatus);
            case "Namespace" -> namespace(object);
            case "Secret" -> secret(object);
            case "LimitRange" -> Trees.each(object.path("spec").path("limits"), ClusterDefaults::limits);
            case "PriorityClass" -> Trees.missing(object, "preemptionPolicy", "PreemptLowerPriority");
            case "HorizontalPodAutoscaler" -> Trees.missing(Trees.under(object, "spec"), "minReplicas", 1);
            case "RoleBinding", "ClusterRoleBinding" -> binding(object);
            case "CustomResourceDefinition" -> definition(Trees.under(object, "spec"));
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
        var metadata = Trees.under(namespace, "metadata");
        var name = metadata.path("name").asText();
        if (!name.isEmpty()) {
            Trees.under(metadata, "labels").put("kubernetes.io/metadata.name", name);
        }
        Trees.missing(Trees.under(namespace, "status"), "phase", "Active");
    }

    private static void secret(ObjectNode secret) {
        Trees.missing(secret, "type", "Opaque");
        if (secret.remove("stringData") instanceof ObjectNode plain) {
            var data = Trees.under(secret, "data");
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
                .forEach(entry -> Trees.missing(Trees.under(item, into), entry.getKey(), entry.getValue().asText()));
    }

    private static void binding(ObjectNode binding) {
        Trees.with(binding, "roleRef", role -> fillEmpty(role, "apiGroup", RBAC));
        Trees.each(binding.path("subjects"), subject -> {
            if (List.of("User", "Group").contains(subject.path("kind").asText())) {
                Trees.missing(subject, "apiGroup", RBAC);
            }
        });
    }

    private static void fillEmpty(ObjectNode object, String field, String value) {
        if (object.path(field).asText().isEmpty()) {
            object.put(field, value);
        }
    }

    private static void definition(ObjectNode spec) {
        var names = Trees.under(spec, "names");
        var kind = names.path("kind").asText();
        Trees.missing(names, "singular", kind.toLowerCase(Locale.ROOT));
        Trees.missing(names, "listKind", kind + "List");
        Trees.missing(Trees.under(spec, "conversion"), "strategy", "None");
    }
}
