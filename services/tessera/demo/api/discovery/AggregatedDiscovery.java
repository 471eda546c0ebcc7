package tessera.demo.api.discovery;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreJson;

/** The aggregated form of discovery, which tells everything in one document. */
final class AggregatedDiscovery {

    private AggregatedDiscovery() {}

    static ObjectNode core(List<ResourceType> types) {
        var document = head();
        var item = document.putArray("items").addObject();
        item.putObject("metadata");
        item.putArray("versions").add(version("v1", types.stream().filter(type -> type.group().isEmpty()).toList()));
        return document;
    }

    static ObjectNode groups(Map<String, Set<String>> groups, List<ResourceType> types,
            Map<String, Set<String>> stale) {
        var document = head();
        var items = document.putArray("items");
        groups.forEach((group, versions) -> {
            var item = items.addObject();
            item.putObject("metadata").put("name", group);
            var list = item.putArray("versions");
            versions.forEach(version -> {
                if (stale.getOrDefault(group, Set.of()).contains(version)) {
                    list.addObject().put("version", version).put("freshness", "Stale");
                } else {
                    list.add(version(version, types.stream()
                            .filter(type -> type.group().equals(group) && type.version().equals(version)).toList()));
                }
            });
        });
        return document;
    }

    private static ObjectNode head() {
        var document = StoreJson.object().put("kind", "APIGroupDiscoveryList").put("apiVersion",
                "apidiscovery.k8s.io/v2");
        document.putObject("metadata");
        return document;
    }

    private static ObjectNode version(String version, List<ResourceType> types) {
        var described = StoreJson.object().put("version", version);
        var resources = described.putArray("resources");
        types.forEach(type -> describe(resources, type));
        return described.put("freshness", "Current");
    }

    /** Built-in kinds do not say their group here; that is how a real server tells them. */
    private static void describe(ArrayNode resources, ResourceType type) {
        boolean custom = type.traits().custom();
        var resource = resources.addObject().put("resource", type.plural());
        kind(resource, custom ? type.group() : "", custom ? type.version() : "", type.kind());
        resource.put("scope", type.namespaced() ? "Namespaced" : "Cluster").put("singularResource", type.singular());
        GroupDocuments.texts(resource, "verbs", type.verbs());
        GroupDocuments.texts(resource, "shortNames", type.shortNames());
        GroupDocuments.texts(resource, "categories", type.categories());
        if (!type.subresources().isEmpty()) {
            var list = resource.putArray("subresources");
            type.subresources().forEach((name, subresource) -> {
                var entry = list.addObject().put("subresource", name);
                kind(entry, subresource.group(), subresource.version(), subresource.kind());
                GroupDocuments.texts(entry, "verbs", subresource.verbs());
            });
        }
    }

    private static void kind(ObjectNode parent, String group, String version, String kind) {
        parent.putObject("responseKind").put("group", group).put("version", version).put("kind", kind);
    }
}
