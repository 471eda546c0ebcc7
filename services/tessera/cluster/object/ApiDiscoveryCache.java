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
import tessera.model.ObjectRef;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.context.ReferencedObjectReader.ServedKind;
import tessera.text.MessageCatalog;

/** The kinds that an API server serves, by its discovery; cached by version. One thread at a time. */
public final class ApiDiscoveryCache {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ApiDiscoveryCache.class);
    private static final String VERSION = "[a-z0-9.-]+(/[a-z0-9]+)?";

    private final ApiObjectReader objects;
    private final Map<String, Map<String, ServedKind>> versions = new HashMap<>();

    public ApiDiscoveryCache(ApiObjectReader objects) {
        this.objects = objects;
    }

    /** Returns a kind of a version; empty where the server does not know it. */
    public Optional<ServedKind> findKind(String apiVersion, String kind) throws ProblemException, InterruptedException {
        if (!apiVersion.matches(VERSION)) {
            return Optional.empty();
        }
        var known = versions.get(apiVersion);
        if (known == null) {
            known = readKinds(apiVersion);
            versions.put(apiVersion, known);
        }
        return Optional.ofNullable(known.get(kind));
    }

    private Map<String, ServedKind> readKinds(String apiVersion) throws ProblemException, InterruptedException {
        var kinds = new HashMap<String, ServedKind>();
        var resources = readResources(apiVersion);
        var names = resources.valueStream().map(resource -> resource.path("name").asText()).toList();
        for (var resource : resources) {
            var name = resource.path("name").asText();
            if (!name.contains("/")) {
                kinds.put(resource.path("kind").asText(),
                        new ServedKind(name, resource.path("namespaced").asBoolean(), names.contains(name + "/scale")));
            }
        }
        return kinds;
    }

    /** Returns the resources of a version; a missing node where the server does not serve it. */
    private JsonNode readResources(String apiVersion) throws ProblemException, InterruptedException {
        int slash = apiVersion.indexOf('/');
        var path = slash < 0 ? "/api/" + ApiPathBuilder.encode(apiVersion)
                : "/apis/" + ApiPathBuilder.encode(apiVersion.substring(0, slash)) + "/"
                        + ApiPathBuilder.encode(apiVersion.substring(slash + 1));
        try {
            return objects.readJson(path, MESSAGES.text("discover.kinds", apiVersion)).path("resources");
        } catch (ProblemException problemException) {
            if (problemException.problem().kind() == OperationProblemKind.NOT_FOUND) {
                return MissingNode.getInstance();
            }
            throw problemException;
        }
    }

    /** Returns the namespaced kinds that can be listed, each once, in the version the server prefers. */
    public List<ObjectRef> listableKinds(String namespace) throws ProblemException, InterruptedException {
        var found = new LinkedHashMap<String, ObjectRef>();
        for (var version : allVersions()) {
            for (var resource : readResources(version)) {
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

    /** Returns all group versions; of each group the preferred version comes first. */
    private List<String> allVersions() throws ProblemException, InterruptedException {
        var served = new LinkedHashSet<>(List.of("v1"));
        for (var group : objects.readJson("/apis", MESSAGES.text("discover.groups")).path("groups")) {
            served.add(group.at("/preferredVersion/groupVersion").asText());
            group.path("versions").forEach(element -> served.add(element.path("groupVersion").asText()));
        }
        return served.stream().filter(version -> version.matches(VERSION)).toList();
    }

    /** Returns the served versions of a group, the preferred one first; empty where there is no such group. */
    public List<String> versionsOf(String group) throws ProblemException, InterruptedException {
        try {
            var served = new ArrayList<String>();
            objects.readJson("/apis/" + ApiPathBuilder.encode(group), MESSAGES.text("discover.versions", group))
                    .path("versions").forEach(element -> served.add(element.path("version").asText()));
            return served;
        } catch (ProblemException problemException) {
            if (problemException.problem().kind() == OperationProblemKind.NOT_FOUND) {
                return List.of();
            }
            throw problemException;
        }
    }

    /**
     * Returns the object's reference with its resource name, in its own version if served, else in the preferred version that has the kind.
     */
    public ObjectRef resolve(ObjectRef object) throws ProblemException, InterruptedException {
        if (object.isResolved()) {
            return object;
        }
        var told = findKind(object.apiVersion(), object.kind());
        if (told.isPresent()) {
            return resolveAs(object, object.apiVersion(), told.get());
        }
        if (!object.group().isEmpty()) {
            for (var version : versionsOf(object.group())) {
                var other = findKind(object.group() + "/" + version, object.kind());
                if (other.isPresent()) {
                    return resolveAs(object, object.group() + "/" + version, other.get());
                }
            }
        }
        throw new ProblemException(OperationProblemKind.NOT_FOUND,
                new ApiObjectReason.KindNotServed(object.kind(), object.group()));
    }

    private static ObjectRef resolveAs(ObjectRef object, String apiVersion, ServedKind kind) {
        return new ObjectRef(apiVersion, object.kind(), kind.plural(), kind.namespaced() ? object.namespace() : "",
                object.name());
    }
}
