package tessera.demo.admission.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import tessera.demo.admission.JsonTreeOperations;
import tessera.demo.patch.schema.SimulatedKindSchema;
import tessera.kube.names.NameFormatRules;
import tessera.kube.schema.FieldViolation;

/** Rules for the metadata of objects that depend on their kind, or on what they were. */
final class SimulatedMetadataRules {

    private static final Set<String> SHORT_FINALIZERS = Set.of("kubernetes", "orphan", "foregroundDeletion");

    private SimulatedMetadataRules() {}

    /** Checks the metadata of an object by itself. */
    static void check(SimulatedKindSchema kind, JsonNode metadata, List<FieldViolation> found) {
        var name = metadata.path("name");
        if (name.asText().isEmpty()) {
            found.add(FieldViolation.required("metadata.name", "name or generateName is required"));
        } else {
            checkName(kind.kind(), name.asText())
                    .forEach(problem -> found.add(FieldViolation.invalid("metadata.name", name, problem)));
        }
        var namespace = metadata.path("namespace");
        if (!kind.namespaced() && !namespace.asText().isEmpty()) {
            found.add(FieldViolation.forbidden("metadata.namespace", "not allowed on this type"));
        } else if (kind.namespaced() && namespace.asText().isEmpty()) {
            found.add(FieldViolation.required("metadata.namespace", ""));
        } else if (kind.namespaced()) {
            NameFormatRules.checkLabel(namespace.asText())
                    .forEach(problem -> found.add(FieldViolation.invalid("metadata.namespace", namespace, problem)));
        }
        boolean core = !kind.custom() && !kind.group().startsWith("api");
        SimulatedListItems.itemsOf(metadata.path("finalizers"), "metadata.finalizers")
                .forEach(item -> checkFinalizer(item, core, found));
    }

    private static List<String> checkName(String kind, String name) {
        return switch (kind) {
            case "Role", "ClusterRole", "RoleBinding", "ClusterRoleBinding" -> NameFormatRules.checkPathSegment(name);
            case "Service" -> NameFormatRules.checkServiceName(name);
            case "Namespace", "StatefulSet" -> NameFormatRules.checkLabel(name);
            default -> NameFormatRules.checkSubdomain(name);
        };
    }

    private static void checkFinalizer(SimulatedListItems.ListItem item, boolean core, List<FieldViolation> found) {
        var text = item.value().asText();
        NameFormatRules.checkQualifiedName(text)
                .forEach(problem -> found.add(FieldViolation.invalid("metadata.finalizers", item.value(), problem)));
        if (core && !text.contains("/") && !SHORT_FINALIZERS.contains(text)) {
            found.add(FieldViolation.invalid(item.path(), item.value(),
                    "name is neither a standard finalizer name nor is it fully qualified"));
        }
    }

    /** Checks the metadata of an update against that of the stored object. */
    static void checkUpdate(JsonNode metadata, JsonNode old, List<FieldViolation> found) {
        var known = JsonTreeOperations.textsOf(old.path("finalizers"));
        var added = JsonTreeOperations.textsOf(metadata.path("finalizers")).stream()
                .filter(name -> old.has("deletionTimestamp") && !known.contains(name)).sorted()
                .map(name -> TextNode.valueOf(name).toString()).toList();
        if (!added.isEmpty()) {
            found.add(FieldViolation.forbidden("metadata.finalizers",
                    "no new finalizers can be added if the object is being deleted, found new finalizers []string"
                            + added.stream().collect(Collectors.joining(", ", "{", "}"))));
        }
        var grace = metadata.path("deletionGracePeriodSeconds");
        if (!grace.isMissingNode() && grace.asLong() != old.path("deletionGracePeriodSeconds").asLong(-1)) {
            found.add(FieldViolation.invalid("metadata.deletionGracePeriodSeconds", grace,
                    "field is immutable; may only be changed via deletion"));
        }
    }

    /** Checks that a reference to an owner says all of it. */
    static void checkOwner(String path, JsonNode owner, List<FieldViolation> found) {
        List.of("apiVersion", "kind", "name", "uid").stream().filter(field -> owner.path(field).asText().isEmpty())
                .forEach(field -> found.add(FieldViolation.invalid(path + "." + field, TextNode.valueOf(""),
                        field.equals("apiVersion") ? "version must not be empty" : "must not be empty")));
    }
}
