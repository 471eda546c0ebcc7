package tessera.plan.operator;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.model.RequiredPermission;
import tessera.plan.context.ReferencedObjectReader;
import tessera.plan.step.HelmOperation;
import tessera.yaml.KubernetesYamlReader;

/** The permissions that Helm needs to replace one manifest by another: verbs by kind and namespace. */
final class HelmPermissionRequirementFinder {

    private static final ObjectRef DEFINITIONS = new ObjectRef("apiextensions.k8s.io/v1", "CustomResourceDefinition",
            "customresourcedefinitions", "", "");

    private final HelmOperation operation;
    private final ReferencedObjectReader referenceReader;
    private final Set<RequiredPermission> needs = new LinkedHashSet<>();

    private HelmPermissionRequirementFinder(HelmOperation operation, ReferencedObjectReader referenceReader) {
        this.operation = operation;
        this.referenceReader = referenceReader;
        needs.addAll(operation.requiredAccess());
    }

    /** The identity of an object in a manifest. */
    record ManifestObjectKey(String version, String kind, String namespace, String name) {

        /** @param elsewhere the namespace of those that name none */
        static ManifestObjectKey of(JsonNode object, String elsewhere) {
            return new ManifestObjectKey(object.path("apiVersion").asText(""), object.path("kind").asText(),
                    object.at("/metadata/namespace").asText(elsewhere), object.at("/metadata/name").asText(""));
        }
    }

    /**
     * Returns all required permissions.
     *
     * @param before what the release makes now; empty for none
     * @param after  what it would make, with what is only there on the way; empty for nothing
     */
    static List<RequiredPermission> requiredAccess(HelmOperation operation, String before, String after,
            ReferencedObjectReader referenceReader) throws ProblemException, InterruptedException {
        var requirements = new HelmPermissionRequirementFinder(operation, referenceReader);
        var made = new LinkedHashMap<ManifestObjectKey, JsonNode>();
        parseObjects(before).forEach(object -> made.put(requirements.identify(object), object));
        var kept = new HashSet<ManifestObjectKey>();
        for (var object : parseObjects(after)) {
            var manifestObject = requirements.identify(object);
            var hook = object.at("/metadata/annotations").path(HelmOperation.HOOK).asText("");
            if (!hook.isEmpty()) {
                requirements.addHook(manifestObject, hook);
            } else if (made.containsKey(manifestObject)) {
                kept.add(manifestObject);
                requirements.addAccess(manifestObject,
                        operation instanceof HelmOperation.HelmRollback(var _, var _, var _, var anew) && anew
                                ? "update"
                                : "patch");
            } else {
                requirements.addAccess(manifestObject, "create");
            }
        }
        for (var entry : made.entrySet()) {
            if (!kept.contains(entry.getKey()) && !HelmOperation.keepsObject(entry.getValue())) {
                requirements.addAccess(entry.getKey(), "delete");
            }
        }
        return List.copyOf(requirements.needs);
    }

    static List<JsonNode> parseObjects(String manifest) throws ProblemException {
        try {
            return KubernetesYamlReader.readDocuments(manifest).stream()
                    .flatMap(
                            element -> element.path("items").isArray() && element.path("kind").asText().endsWith("List")
                                    ? element.path("items").valueStream()
                                    : Stream.of(element))
                    .filter(element -> element.path("kind").isTextual()).toList();
        } catch (IOException e) {
            throw new ProblemException(
                    Problem.of(OperationProblemKind.GARBLED, new HelmReleaseRefusal.ManifestNotYaml()), e);
        }
    }

    private ManifestObjectKey identify(JsonNode object) {
        return ManifestObjectKey.of(object, operation.release().namespace());
    }

    /** Adds the access for a hook, of which Helm first deletes an earlier instance. */
    private void addHook(ManifestObjectKey manifestObject, String hook) throws ProblemException, InterruptedException {
        if (operation.hookPhase().runsHook(hook)) {
            addAccess(manifestObject, "create");
            addAccess(manifestObject, "delete");
        }
    }

    private void addAccess(ManifestObjectKey manifestObject, String verb)
            throws ProblemException, InterruptedException {
        var known = referenceReader.findKind(manifestObject.version(), manifestObject.kind());
        if (known.isEmpty() && verb.equals("create")) {
            // The chart has to bring its definition.
            needs.add(RequiredPermission.forObject("create", DEFINITIONS, ""));
        }
        var resource = known.map(ReferencedObjectReader.ServedKind::plural)
                .orElseGet(() -> ObjectRef.usualResource(manifestObject.kind()));
        boolean everywhere = known.isPresent() && !known.get().namespaced();
        needs.add(RequiredPermission.forObject(verb, new ObjectRef(manifestObject.version(), manifestObject.kind(),
                resource, everywhere ? "" : manifestObject.namespace(), ""), ""));
    }
}
