package tessera.demo.store;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.demo.store.SimulatedResourceType.SelectableField;
import tessera.demo.store.SimulatedResourceType.Subresource;

/** The resources that are served: those built in, and custom ones defined while the cluster runs. Any thread. */
public final class SimulatedServedResourceCatalog {

    private static final List<String> ALL_VERBS = List.of("create", "delete", "deletecollection", "get", "list",
            "patch", "update", "watch");
    private static final List<String> STATUS_VERBS = List.of("get", "patch", "update");
    private final List<SimulatedResourceType> builtIn = readBuiltIn();
    private volatile List<SimulatedResourceType> all = builtIn;

    /** Returns all resources, in the order of discovery. */
    public List<SimulatedResourceType> allResources() {
        return all;
    }

    public @Nullable SimulatedResourceType findResource(String group, String version, String plural) {
        for (var type : all) {
            if (type.plural().equals(plural) && type.group().equals(group) && type.version().equals(version)) {
                return type;
            }
        }
        return null;
    }

    /** Returns a resource that is known to be served, in its preferred version: {@code pods}, {@code deployments.apps}. */
    public SimulatedResourceType get(String qualified) {
        return all.stream().filter(type -> type.qualifiedName().equals(qualified)).findFirst()
                .orElseThrow(() -> new NoSuchElementException(qualified));
    }

    public @Nullable SimulatedResourceType findByKind(String apiVersion, String kind) {
        for (var type : all) {
            if (type.kind().equals(kind) && type.apiVersion().equals(apiVersion)) {
                return type;
            }
        }
        return null;
    }

    /** Returns the resource of an object of which it is known that it is served. */
    public SimulatedResourceType typeOf(JsonNode object) {
        var kind = SimulatedStoreJsonCodec.textAt(object, "kind");
        return Optional.ofNullable(findByKind(SimulatedStoreJsonCodec.textAt(object, "apiVersion"), kind))
                .orElseThrow(() -> new NoSuchElementException(kind));
    }

    /** Returns whether the group is built in, rather than made of custom resources. */
    public boolean isBuiltIn(String group) {
        return builtIn.stream().anyMatch(type -> type.group().equals(group));
    }

    /** Serves these versions of a custom resource instead of those served so far. */
    public synchronized void replaceVersions(String group, String plural, List<SimulatedResourceType> versions) {
        var custom = new ArrayList<>(all.subList(builtIn.size(), all.size()));
        custom.removeIf(type -> type.group().equals(group) && type.plural().equals(plural));
        custom.addAll(versions);
        custom.sort(Comparator.comparing(SimulatedResourceType::group).thenComparing(SimulatedResourceType::version)
                .thenComparing(SimulatedResourceType::plural));
        all = Stream.concat(builtIn.stream(), custom.stream()).toList();
    }

    private static List<SimulatedResourceType> readBuiltIn() {
        var types = new ArrayList<SimulatedResourceType>();
        for (var version : SimulatedStoreJsonCodec.readResourceTree(SimulatedServedResourceCatalog.class,
                "resources.json")) {
            for (var resource : version.path("resources")) {
                types.add(readType(version.path("group").asText(), version.path("version").asText(), resource));
            }
        }
        return List.copyOf(types);
    }

    private static SimulatedResourceType readType(String group, String version, JsonNode resource) {
        var name = resource.path("name").asText();
        var kind = resource.path("kind").asText();
        var singular = resource.path("singular").asText(kind.toLowerCase(Locale.ROOT));
        var verbs = resource.has("verbs") ? textList(resource.path("verbs")) : ALL_VERBS;
        var resourceTraits = new SimulatedResourceType.ServedResourceTraits(false,
                resource.path("graceful").asBoolean(),
                textList(resource.path("fields")).stream().map(SelectableField::parse).toList(),
                resource.path("storage").asText(group + "/" + version));
        return new SimulatedResourceType(group, version, name, singular, kind, resource.path("namespaced").asBoolean(),
                resource.path("shelf").asText(group + "/" + name), textList(resource.path("short")),
                textList(resource.path("categories")), verbs, readSubresources(kind, resource.path("subresources")),
                resourceTraits);
    }

    private static Map<String, Subresource> readSubresources(String kind, JsonNode described) {
        var subresources = new LinkedHashMap<String, Subresource>();
        described.properties().forEach(entry -> subresources.put(entry.getKey(),
                entry.getKey().equals("scale") ? scaleSubresource() : readSubresource(kind, entry.getValue())));
        return subresources;
    }

    private static Subresource readSubresource(String kind, JsonNode described) {
        return new Subresource(described.path("group").asText(), described.path("version").asText(),
                described.path("kind").asText(kind),
                described.has("verbs") ? textList(described.path("verbs")) : STATUS_VERBS);
    }

    private static Subresource scaleSubresource() {
        return new Subresource("autoscaling", "v1", "Scale", STATUS_VERBS);
    }

    private static List<String> textList(JsonNode array) {
        var texts = new ArrayList<String>();
        array.forEach(text -> texts.add(text.asText()));
        return List.copyOf(texts);
    }
}
