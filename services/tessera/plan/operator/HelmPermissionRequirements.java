package tessera.plan.operator;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import tessera.model.ObjectRef;
import tessera.model.PluralText;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.model.ProblemException;
import tessera.plan.context.ManifestReferenceReader;
import tessera.plan.step.HelmOperation;
import tessera.plan.step.RequiredStepPermission;
import tessera.yaml.KubernetesYaml;

/** The permissions that Helm needs to replace one manifest by another: verbs by kind and namespace. */
final class HelmPermissionRequirements {

    private static final ObjectRef DEFINITIONS = new ObjectRef("apiextensions.k8s.io/v1", "CustomResourceDefinition",
            "customresourcedefinitions", "", "");

    private final HelmOperation operation;
    private final ManifestReferenceReader kinds;
    private final Set<RequiredStepPermission> needs = new LinkedHashSet<>();

    private HelmPermissionRequirements(HelmOperation operation, ManifestReferenceReader kinds) {
        this.operation = operation;
        this.kinds = kinds;
        needs.addAll(operation.requiredAccess());
    }

    /** The identity of an object in a manifest. */
    record ManifestObject(String version, String kind, String namespace, String name) {

        /** @param elsewhere the namespace of those that name none */
        static ManifestObject of(JsonNode object, String elsewhere) {
            return new ManifestObject(object.path("apiVersion").asText(""), object.path("kind").asText(),
                    object.at("/metadata/namespace").asText(elsewhere), object.at("/metadata/name").asText(""));
        }
    }

    /**
     * Returns all required permissions.
     *
     * @param before what the release makes now; empty for none
     * @param after  what it would make, with what is only there on the way; empty for nothing
     */
    static List<RequiredStepPermission> requiredAccess(HelmOperation operation, String before, String after,
            ManifestReferenceReader kinds)
            throws ProblemException, InterruptedException {
        var access = new HelmPermissionRequirements(operation, kinds);
        var made = new LinkedHashMap<ManifestObject, JsonNode>();
        parseObjects(before).forEach(object -> made.put(access.identify(object), object));
        var kept = new HashSet<ManifestObject>();
        for (var object : parseObjects(after)) {
            var which = access.identify(object);
            var hook = object.at("/metadata/annotations").path(HelmOperation.HOOK).asText("");
            if (!hook.isEmpty()) {
                access.addHook(which, hook);
            } else if (made.containsKey(which)) {
                kept.add(which);
                access.addAccess(which,
                        operation instanceof HelmOperation.HelmRollback(var _, var _, var _, var anew) && anew
                                ? "update"
                                : "patch");
            } else {
                access.addAccess(which, "create");
            }
        }
        for (var entry : made.entrySet()) {
            if (!kept.contains(entry.getKey()) && !HelmOperation.keepsObject(entry.getValue())) {
                access.addAccess(entry.getKey(), "delete");
            }
        }
        return List.copyOf(access.needs);
    }

    static List<JsonNode> parseObjects(String manifest) throws ProblemException {
        try {
            return KubernetesYaml.readDocuments(manifest).stream()
                    .flatMap(
                            element -> element.path("items").isArray() && element.path("kind").asText().endsWith("List")
                                    ? element.path("items").valueStream()
                                    : Stream.of(element))
                    .filter(element -> element.path("kind").isTextual()).toList();
        } catch (IOException e) {
            throw new ProblemException(Problem.of(ProblemKind.GARBLED, "What the chart makes is no YAML"), e);
        }
    }

    private ManifestObject identify(JsonNode object) {
        return ManifestObject.of(object, operation.release().namespace());
    }

    /** Adds the access for a hook, of which Helm first deletes an earlier instance. */
    private void addHook(ManifestObject which, String hook) throws ProblemException, InterruptedException {
        if (operation.hookPhase().runsHook(hook)) {
            addAccess(which, "create");
            addAccess(which, "delete");
        }
    }

    private void addAccess(ManifestObject which, String verb) throws ProblemException, InterruptedException {
        var known = kinds.findKind(which.version(), which.kind());
        if (known.isEmpty() && verb.equals("create")) {
            // The chart has to bring its definition.
            needs.add(RequiredStepPermission.forObject("create", DEFINITIONS, ""));
        }
        var resource = known.map(ManifestReferenceReader.ServedKind::plural)
                .orElseGet(() -> PluralText.pluralOf(which.kind().toLowerCase(Locale.ROOT)));
        boolean everywhere = known.isPresent() && !known.get().namespaced();
        needs.add(RequiredStepPermission.forObject(verb, new ObjectRef(which.version(), which.kind(), resource,
                everywhere ? "" : which.namespace(), ""), ""));
    }
}
