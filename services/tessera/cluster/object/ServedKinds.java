package tessera.cluster.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.plan.context.ManifestLookups.KnownKind;

/** What an API server serves, by its own discovery; asked once for each version. One thread at a time. */
public final class ServedKinds {

    private static final String VERSION = "[a-z0-9.-]+(/[a-z0-9]+)?";

    private final ObjectLists objects;
    private final Map<String, Map<String, KnownKind>> versions = new HashMap<>();

    public ServedKinds(ObjectLists objects) {
        this.objects = objects;
    }

    /** A kind of a version; empty where the server does not know it. */
    public Optional<KnownKind> kind(String apiVersion, String kind) throws Failure, InterruptedException {
        if (!apiVersion.matches(VERSION)) {
            return Optional.empty();
        }
        var known = versions.get(apiVersion);
        if (known == null) {
            known = read(apiVersion);
            versions.put(apiVersion, known);
        }
        return Optional.ofNullable(known.get(kind));
    }

    private Map<String, KnownKind> read(String apiVersion) throws Failure, InterruptedException {
        var kinds = new HashMap<String, KnownKind>();
        var resources = resources(apiVersion);
        var names = resources.valueStream().map(resource -> resource.path("name").asText()).toList();
        for (var resource : resources) {
            var name = resource.path("name").asText();
            if (!name.contains("/")) {
                kinds.put(resource.path("kind").asText(),
                        new KnownKind(name, resource.path("namespaced").asBoolean(), names.contains(name + "/scale")));
            }
        }
        return kinds;
    }

    /** None where the server does not serve the version. */
    private JsonNode resources(String apiVersion) throws Failure, InterruptedException {
        int slash = apiVersion.indexOf('/');
        var path = slash < 0 ? "/api/" + ApiPaths.encode(apiVersion)
                : "/apis/" + ApiPaths.encode(apiVersion.substring(0, slash)) + "/"
                        + ApiPaths.encode(apiVersion.substring(slash + 1));
        try {
            return objects.read(path, "ask for the kinds of " + apiVersion).path("resources");
        } catch (Failure failure) {
            if (failure.problem().kind() == ProblemKind.NOT_FOUND) {
                return MissingNode.getInstance();
            }
            throw failure;
        }
    }

    /** The kinds whose objects are in a namespace and can be listed, each once, in the version that the server prefers. */
    public List<ObjectRef> listed(String namespace) throws Failure, InterruptedException {
        var found = new LinkedHashMap<String, ObjectRef>();
        for (var version : everyVersion()) {
            for (var resource : resources(version)) {
                var name = resource.path("name").asText();
                boolean lists = resource.path("verbs").valueStream().anyMatch(verb -> verb.asText().equals("list"));
                if (resource.path("namespaced").asBoolean() && lists && !name.contains("/")) {
                    found.putIfAbsent(ObjectRef.group(version) + "/" + name,
                            new ObjectRef(version, resource.path("kind").asText(), name, namespace, ""));
                }
            }
        }
        return List.copyOf(found.values());
    }

    /** Of each group the version that the server prefers comes first. */
    private List<String> everyVersion() throws Failure, InterruptedException {
        var served = new LinkedHashSet<>(List.of("v1"));
        for (var group : objects.read("/apis", "ask for the groups of kinds").path("groups")) {
            served.add(group.at("/preferredVersion/groupVersion").asText());
            group.path("versions").forEach(each -> served.add(each.path("groupVersion").asText()));
        }
        return served.stream().filter(version -> version.matches(VERSION)).toList();
    }

    /** The versions in which a group is served, the one the server prefers first; none where it has no such group. */
    public List<String> versions(String group) throws Failure, InterruptedException {
        try {
            var served = new ArrayList<String>();
            objects.read("/apis/" + ApiPaths.encode(group), "ask for the versions of " + group).path("versions")
                    .forEach(each -> served.add(each.path("version").asText()));
            return served;
        } catch (Failure failure) {
            if (failure.problem().kind() == ProblemKind.NOT_FOUND) {
                return List.of();
            }
            throw failure;
        }
    }

    /**
     * Where an object is that is known by its kind: in the version it is told in, or else in the one that the server
     * prefers of those that have the kind.
     */
    public ObjectRef place(ObjectRef object) throws Failure, InterruptedException {
        if (object.placed()) {
            return object;
        }
        var told = kind(object.apiVersion(), object.kind());
        if (told.isPresent()) {
            return placed(object, object.apiVersion(), told.get());
        }
        if (!object.group().isEmpty()) {
            for (var version : versions(object.group())) {
                var other = kind(object.group() + "/" + version, object.kind());
                if (other.isPresent()) {
                    return placed(object, object.group() + "/" + version, other.get());
                }
            }
        }
        throw new Failure(new Problem(ProblemKind.NOT_FOUND, "The cluster serves no %s%s".formatted(object.kind(),
                object.group().isEmpty() ? "" : " of " + object.group()), "",
                "Its definition was never installed here or is gone, and its objects with it."));
    }

    private static ObjectRef placed(ObjectRef object, String apiVersion, KnownKind kind) {
        return new ObjectRef(apiVersion, object.kind(), kind.plural(), kind.namespaced() ? object.namespace() : "",
                object.name());
    }
}
