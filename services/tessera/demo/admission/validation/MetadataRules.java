package tessera.demo.admission.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import tessera.demo.admission.JsonTrees;
import tessera.demo.patch.schema.KindSchema;

/** What holds for the metadata of every kind. */
final class MetadataRules {

    private static final int MOST_ANNOTATION_BYTES = 256 * 1024;
    private static final Set<String> SHORT_FINALIZERS = Set.of("kubernetes", "orphan", "foregroundDeletion");
    private static final Set<String> ROLES = Set.of("Role", "ClusterRole", "RoleBinding", "ClusterRoleBinding");
    private static final Set<String> IN_LABELS = Set.of("Namespace", "StatefulSet");

    private final KindSchema kind;
    private final ValidationErrors findings;

    MetadataRules(KindSchema kind, ValidationErrors findings) {
        this.kind = kind;
        this.findings = findings;
    }

    /** What holds for an object by itself. */
    void check(JsonNode metadata) {
        var name = metadata.path("name").asText();
        if (name.isEmpty()) {
            findings.required("metadata.name", "name or generateName is required");
        } else {
            name(name).forEach(why -> findings.invalid("metadata.name", name, why));
        }
        var namespace = metadata.path("namespace").asText();
        if (!kind.namespaced() && !namespace.isEmpty()) {
            findings.forbidden("metadata.namespace", "not allowed on this type");
        } else if (kind.namespaced() && namespace.isEmpty()) {
            findings.required("metadata.namespace");
        } else if (kind.namespaced()) {
            NameFormats.label(namespace).forEach(why -> findings.invalid("metadata.namespace", namespace, why));
        }
        findings.notNegative("metadata.generation", metadata.path("generation"));
        keys(metadata);
        owners(metadata.path("ownerReferences"));
        finalizers(metadata.path("finalizers"));
    }

    private List<String> name(String name) {
        if (ROLES.contains(kind.kind())) {
            return NameFormats.pathSegment(name);
        }
        if (kind.kind().equals("Service")) {
            return NameFormats.service(name);
        }
        return IN_LABELS.contains(kind.kind()) ? NameFormats.label(name) : NameFormats.subdomain(name);
    }

    private void keys(JsonNode metadata) {
        labels(metadata.path("labels"), "metadata.labels", findings);
        annotations(metadata.path("annotations"), "metadata.annotations", findings);
    }

    static void labels(JsonNode labels, String path, ValidationErrors findings) {
        labels.properties().forEach(label -> {
            NameFormats.qualified(label.getKey()).forEach(why -> findings.invalid(path, label.getKey(), why));
            NameFormats.labelValue(label.getValue().asText())
                    .forEach(why -> findings.invalid(path, label.getValue().asText(), why));
        });
    }

    static void annotations(JsonNode annotations, String path, ValidationErrors findings) {
        long size = 0;
        for (var annotation : annotations.properties()) {
            size += annotation.getKey().length() + annotation.getValue().asText().length();
            NameFormats.qualified(annotation.getKey().toLowerCase(Locale.ROOT))
                    .forEach(why -> findings.invalid(path, annotation.getKey(), why));
        }
        if (size > MOST_ANNOTATION_BYTES) {
            findings.tooLong(path, MOST_ANNOTATION_BYTES);
        }
    }

    private void owners(JsonNode owners) {
        int index = 0;
        for (var owner : owners) {
            for (var field : List.of("apiVersion", "kind", "name", "uid")) {
                if (owner.path(field).asText().isEmpty()) {
                    findings.invalid("metadata.ownerReferences[" + index + "]." + field, "",
                            field.equals("apiVersion") ? "version must not be empty" : "must not be empty");
                }
            }
            index++;
        }
    }

    private void finalizers(JsonNode finalizers) {
        int index = 0;
        for (var finalizer : finalizers) {
            var text = finalizer.asText();
            NameFormats.qualified(text).forEach(why -> findings.invalid("metadata.finalizers", text, why));
            boolean core = !kind.custom() && !kind.group().startsWith("api");
            if (core && !text.contains("/") && !SHORT_FINALIZERS.contains(text)) {
                findings.invalid("metadata.finalizers[" + index + "]", text,
                        "name is neither a standard finalizer name nor is it fully qualified");
            }
            index++;
        }
    }

    /** What holds for an object that replaces an older state of it. */
    void checkUpdate(JsonNode metadata, JsonNode old) {
        if (old.has("deletionTimestamp")) {
            var known = JsonTrees.texts(old.path("finalizers"));
            var added = JsonTrees.texts(metadata.path("finalizers")).stream().filter(name -> !known.contains(name))
                    .sorted()
                    .map(name -> JsonNodeFactory.instance.textNode(name).toString()).toList();
            if (!added.isEmpty()) {
                findings.forbidden("metadata.finalizers",
                        "no new finalizers can be added if the object is being deleted,"
                                + " found new finalizers []string"
                                + added.stream().collect(Collectors.joining(", ", "{", "}")));
            }
        }
        var grace = metadata.path("deletionGracePeriodSeconds");
        if (!grace.isMissingNode() && grace.asLong() != old.path("deletionGracePeriodSeconds").asLong(-1)) {
            findings.invalid("metadata.deletionGracePeriodSeconds", grace,
                    "field is immutable; may only be changed via deletion");
        }
        for (var field : List.of("name", "namespace", "uid")) {
            if (!metadata.path(field).asText().equals(old.path(field).asText())) {
                findings.invalid("metadata." + field, metadata.path(field), ValidationErrors.IMMUTABLE);
            }
        }
        keys(metadata);
        owners(metadata.path("ownerReferences"));
    }
}
