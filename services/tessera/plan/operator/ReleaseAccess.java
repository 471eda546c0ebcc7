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
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.plan.context.ManifestLookups;
import tessera.plan.step.HelmWork;
import tessera.plan.step.StepAccess;
import tessera.yaml.KubernetesYaml;

/** What one must be allowed to do for Helm to make of one manifest another: a verb for each kind in each namespace. */
final class ReleaseAccess {

    private static final ObjectRef DEFINITIONS = new ObjectRef("apiextensions.k8s.io/v1", "CustomResourceDefinition",
            "customresourcedefinitions", "", "");

    private final HelmWork work;
    private final ManifestLookups kinds;
    private final Set<StepAccess> needs = new LinkedHashSet<>();

    private ReleaseAccess(HelmWork work, ManifestLookups kinds) {
        this.work = work;
        this.kinds = kinds;
        needs.addAll(work.needs());
    }

    /** An object of a manifest, as far as it says which it is. */
    record ManifestObject(String version, String kind, String namespace, String name) {

        /** @param elsewhere the namespace of those that name none */
        static ManifestObject of(JsonNode object, String elsewhere) {
            return new ManifestObject(object.path("apiVersion").asText(""), object.path("kind").asText(),
                    object.at("/metadata/namespace").asText(elsewhere), object.at("/metadata/name").asText(""));
        }
    }

    /**
     * All of it.
     *
     * @param before what the release makes now; empty for none
     * @param after  what it would make, with what is only there on the way; empty for nothing
     */
    static List<StepAccess> of(HelmWork work, String before, String after, ManifestLookups kinds)
            throws Failure, InterruptedException {
        var access = new ReleaseAccess(work, kinds);
        var made = new LinkedHashMap<ManifestObject, JsonNode>();
        objects(before).forEach(object -> made.put(access.which(object), object));
        var kept = new HashSet<ManifestObject>();
        for (var object : objects(after)) {
            var which = access.which(object);
            var hook = object.at("/metadata/annotations").path(HelmWork.HOOK).asText("");
            if (!hook.isEmpty()) {
                access.hook(which, hook);
            } else if (made.containsKey(which)) {
                kept.add(which);
                access.need(which,
                        work instanceof HelmWork.HelmRollback(var _, var _, var _, var anew) && anew ? "update"
                                : "patch");
            } else {
                access.need(which, "create");
            }
        }
        for (var entry : made.entrySet()) {
            if (!kept.contains(entry.getKey()) && !HelmWork.keeps(entry.getValue())) {
                access.need(entry.getKey(), "delete");
            }
        }
        return List.copyOf(access.needs);
    }

    static List<JsonNode> objects(String manifest) throws Failure {
        try {
            return KubernetesYaml.documents(manifest).stream()
                    .flatMap(each -> each.path("items").isArray() && each.path("kind").asText().endsWith("List")
                            ? each.path("items").valueStream()
                            : Stream.of(each))
                    .filter(each -> each.path("kind").isTextual()).toList();
        } catch (IOException e) {
            throw new Failure(Problem.of(ProblemKind.GARBLED, "What the chart makes is no YAML"), e);
        }
    }

    private ManifestObject which(JsonNode object) {
        return ManifestObject.of(object, work.release().namespace());
    }

    /** Helm removes the one of before first, where there is one. */
    private void hook(ManifestObject which, String hook) throws Failure, InterruptedException {
        if (work.occasion().runs(hook)) {
            need(which, "create");
            need(which, "delete");
        }
    }

    private void need(ManifestObject which, String verb) throws Failure, InterruptedException {
        var known = kinds.kind(which.version(), which.kind());
        if (known.isEmpty() && verb.equals("create")) {
            // The chart has to bring its definition.
            needs.add(StepAccess.to("create", DEFINITIONS, ""));
        }
        var resource = known.map(ManifestLookups.KnownKind::plural).orElseGet(() -> plural(which.kind()));
        boolean everywhere = known.isPresent() && !known.get().namespaced();
        needs.add(StepAccess.to(verb, new ObjectRef(which.version(), which.kind(), resource,
                everywhere ? "" : which.namespace(), ""), ""));
    }

    /** What a kind that is not known yet will be called in all likelihood. */
    private static String plural(String kind) {
        var small = kind.toLowerCase(Locale.ROOT);
        return small.endsWith("y") ? small.substring(0, small.length() - 1) + "ies" : small + "s";
    }
}
