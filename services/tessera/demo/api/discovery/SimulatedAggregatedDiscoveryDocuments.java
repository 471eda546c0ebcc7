package tessera.demo.api.discovery;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** The aggregated discovery documents. */
final class SimulatedAggregatedDiscoveryDocuments {

    private SimulatedAggregatedDiscoveryDocuments() {}

    static ObjectNode coreDocument(List<SimulatedResourceType> types) {
        var document = documentHead();
        var item = document.putArray("items").addObject();
        item.putObject("metadata");
        item.putArray("versions")
                .add(versionEntry("v1", types.stream().filter(type -> type.group().isEmpty()).toList()));
        return document;
    }

    static ObjectNode groupsDocument(Map<String, Set<String>> groups, List<SimulatedResourceType> types,
            Map<String, Set<String>> stale) {
        var document = documentHead();
        var items = document.putArray("items");
        groups.forEach((group, versions) -> {
            var item = items.addObject();
            item.putObject("metadata").put("name", group);
            var list = item.putArray("versions");
            versions.forEach(version -> {
                if (stale.getOrDefault(group, Set.of()).contains(version)) {
                    list.addObject().put("version", version).put("freshness", "Stale");
                } else {
                    list.add(versionEntry(version, types.stream()
                            .filter(type -> type.group().equals(group) && type.version().equals(version)).toList()));
                }
            });
        });
        return document;
    }

    private static ObjectNode documentHead() {
        var document = SimulatedStoreJsonCodec.newObject().put("kind", "APIGroupDiscoveryList").put("apiVersion",
                "apidiscovery.k8s.io/v2");
        document.putObject("metadata");
        return document;
    }

    private static ObjectNode versionEntry(String version, List<SimulatedResourceType> types) {
        var described = SimulatedStoreJsonCodec.newObject().put("version", version);
        var resources = described.putArray("resources");
        types.forEach(type -> addResource(resources, type));
        return described.put("freshness", "Current");
    }

    /** Adds a resource; built-in kinds omit their group, as on a real server. */
    private static void addResource(ArrayNode resources, SimulatedResourceType type) {
        boolean custom = type.traits().isCustom();
        var resource = resources.addObject().put("resource", type.plural());
        putKind(resource, custom ? type.group() : "", custom ? type.version() : "", type.kind());
        resource.put("scope", type.namespaced() ? "Namespaced" : "Cluster").put("singularResource", type.singular());
        SimulatedUnaggregatedDiscoveryDocuments.putTexts(resource, "verbs", type.verbs());
        SimulatedUnaggregatedDiscoveryDocuments.putTexts(resource, "shortNames", type.shortNames());
        SimulatedUnaggregatedDiscoveryDocuments.putTexts(resource, "categories", type.categories());
        if (!type.subresources().isEmpty()) {
            var list = resource.putArray("subresources");
            type.subresources().forEach((name, subresource) -> {
                var entry = list.addObject().put("subresource", name);
                putKind(entry, subresource.group(), subresource.version(), subresource.kind());
                SimulatedUnaggregatedDiscoveryDocuments.putTexts(entry, "verbs", subresource.verbs());
            });
        }
    }

    private static void putKind(ObjectNode parent, String group, String version, String kind) {
        parent.putObject("responseKind").put("group", group).put("version", version).put("kind", kind);
    }
}
