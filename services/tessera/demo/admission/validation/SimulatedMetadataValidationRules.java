package tessera.demo.admission.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import tessera.demo.admission.JsonTreeOperations;
import tessera.demo.patch.schema.SimulatedKindSchema;
import tessera.kube.names.NameFormatRules;

/** Rules for the metadata of every kind. */
final class SimulatedMetadataValidationRules {

    private static final int MOST_ANNOTATION_BYTES = 256 * 1024;
    private static final Set<String> SHORT_FINALIZERS = Set.of("kubernetes", "orphan", "foregroundDeletion");
    private static final Set<String> ROLES = Set.of("Role", "ClusterRole", "RoleBinding", "ClusterRoleBinding");
    private static final Set<String> IN_LABELS = Set.of("Namespace", "StatefulSet");

    private final SimulatedKindSchema kind;
    private final SimulatedValidationErrorCollector findings;

    SimulatedMetadataValidationRules(SimulatedKindSchema kind, SimulatedValidationErrorCollector findings) {
        this.kind = kind;
        this.findings = findings;
    }

    /** Checks the metadata of an object by itself. */
    void check(JsonNode metadata) {
        var name = metadata.path("name").asText();
        if (name.isEmpty()) {
            findings.addRequired("metadata.name", "name or generateName is required");
        } else {
            checkName(name).forEach(reason -> findings.addInvalid("metadata.name", name, reason));
        }
        var namespace = metadata.path("namespace").asText();
        if (!kind.namespaced() && !namespace.isEmpty()) {
            findings.addForbidden("metadata.namespace", "not allowed on this type");
        } else if (kind.namespaced() && namespace.isEmpty()) {
            findings.addRequired("metadata.namespace");
        } else if (kind.namespaced()) {
            NameFormatRules.checkLabel(namespace)
                    .forEach(reason -> findings.addInvalid("metadata.namespace", namespace, reason));
        }
        findings.checkNotNegative("metadata.generation", metadata.path("generation"));
        checkKeys(metadata);
        checkOwners(metadata.path("ownerReferences"));
        checkFinalizers(metadata.path("finalizers"));
    }

    private List<String> checkName(String name) {
        if (ROLES.contains(kind.kind())) {
            return NameFormatRules.checkPathSegment(name);
        }
        if (kind.kind().equals("Service")) {
            return NameFormatRules.checkServiceName(name);
        }
        return IN_LABELS.contains(kind.kind()) ? NameFormatRules.checkLabel(name)
                : NameFormatRules.checkSubdomain(name);
    }

    private void checkKeys(JsonNode metadata) {
        checkLabels(metadata.path("labels"), "metadata.labels", findings);
        checkAnnotations(metadata.path("annotations"), "metadata.annotations", findings);
    }

    static void checkLabels(JsonNode labels, String path, SimulatedValidationErrorCollector findings) {
        labels.properties().forEach(label -> {
            NameFormatRules.checkQualifiedName(label.getKey())
                    .forEach(reason -> findings.addInvalid(path, label.getKey(), reason));
            NameFormatRules.checkLabelValue(label.getValue().asText())
                    .forEach(reason -> findings.addInvalid(path, label.getValue().asText(), reason));
        });
    }

    static void checkAnnotations(JsonNode annotations, String path, SimulatedValidationErrorCollector findings) {
        long size = 0;
        for (var annotation : annotations.properties()) {
            size += annotation.getKey().length() + annotation.getValue().asText().length();
            NameFormatRules.checkQualifiedName(annotation.getKey().toLowerCase(Locale.ROOT))
                    .forEach(reason -> findings.addInvalid(path, annotation.getKey(), reason));
        }
        if (size > MOST_ANNOTATION_BYTES) {
            findings.addTooLong(path, MOST_ANNOTATION_BYTES);
        }
    }

    private void checkOwners(JsonNode owners) {
        int index = 0;
        for (var owner : owners) {
            for (var field : List.of("apiVersion", "kind", "name", "uid")) {
                if (owner.path(field).asText().isEmpty()) {
                    findings.addInvalid("metadata.ownerReferences[" + index + "]." + field, "",
                            field.equals("apiVersion") ? "version must not be empty" : "must not be empty");
                }
            }
            index++;
        }
    }

    private void checkFinalizers(JsonNode finalizers) {
        int index = 0;
        for (var finalizer : finalizers) {
            var text = finalizer.asText();
            NameFormatRules.checkQualifiedName(text)
                    .forEach(reason -> findings.addInvalid("metadata.finalizers", text, reason));
            boolean core = !kind.custom() && !kind.group().startsWith("api");
            if (core && !text.contains("/") && !SHORT_FINALIZERS.contains(text)) {
                findings.addInvalid("metadata.finalizers[" + index + "]", text,
                        "name is neither a standard finalizer name nor is it fully qualified");
            }
            index++;
        }
    }

    /** Checks the metadata of an update against that of the stored object. */
    void checkUpdate(JsonNode metadata, JsonNode old) {
        if (old.has("deletionTimestamp")) {
            var known = JsonTreeOperations.textsOf(old.path("finalizers"));
            var added = JsonTreeOperations.textsOf(metadata.path("finalizers")).stream()
                    .filter(name -> !known.contains(name))
                    .sorted()
                    .map(name -> JsonNodeFactory.instance.textNode(name).toString()).toList();
            if (!added.isEmpty()) {
                findings.addForbidden("metadata.finalizers",
                        "no new finalizers can be added if the object is being deleted,"
                                + " found new finalizers []string"
                                + added.stream().collect(Collectors.joining(", ", "{", "}")));
            }
        }
        var grace = metadata.path("deletionGracePeriodSeconds");
        if (!grace.isMissingNode() && grace.asLong() != old.path("deletionGracePeriodSeconds").asLong(-1)) {
            findings.addInvalid("metadata.deletionGracePeriodSeconds", grace,
                    "field is immutable; may only be changed via deletion");
        }
        for (var field : List.of("name", "namespace", "uid")) {
            if (!metadata.path(field).asText().equals(old.path(field).asText())) {
                findings.addInvalid("metadata." + field, metadata.path(field),
                        SimulatedValidationErrorCollector.IMMUTABLE);
            }
        }
        checkKeys(metadata);
        checkOwners(metadata.path("ownerReferences"));
    }
}
