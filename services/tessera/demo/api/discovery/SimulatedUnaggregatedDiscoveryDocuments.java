package tessera.demo.api.discovery;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** The unaggregated discovery documents: groups, and the resources of a group version. */
final class SimulatedUnaggregatedDiscoveryDocuments {

    private SimulatedUnaggregatedDiscoveryDocuments() {}

    /** Returns the versions by group, in order; without the core group. */
    static Map<String, Set<String>> versionsByGroup(List<SimulatedResourceType> types,
            Map<String, Set<String>> unavailable) {
        var groups = new LinkedHashMap<String, Set<String>>();
        for (var type : types.stream().filter(type -> !type.group().isEmpty()).toList()) {
            groups.computeIfAbsent(type.group(), _ -> new LinkedHashSet<>()).add(type.version());
        }
        for (var entry : unavailable.entrySet()) {
            var group = entry.getKey();
            var versions = entry.getValue();
            groups.computeIfAbsent(group, _ -> new LinkedHashSet<>()).addAll(versions);
        }
        return groups;
    }

    static ObjectNode coreDocument(String address) {
        var document = SimulatedStoreJsonCodec.newObject().put("kind", "APIVersions");
        document.putArray("versions").add("v1");
        document.putArray("serverAddressByClientCIDRs").addObject().put("clientCIDR", "0.0.0.0/0").put("serverAddress",
                address);
        return document;
    }

    static ObjectNode groupList(Map<String, Set<String>> groups) {
        var document = SimulatedStoreJsonCodec.newObject().put("kind", "APIGroupList").put("apiVersion", "v1");
        var list = document.putArray("groups");
        groups.forEach(
                (group, versions) -> list.add(describeGroup(SimulatedStoreJsonCodec.newObject(), group, versions)));
        return document;
    }

    static ObjectNode groupDocument(String group, Set<String> versions) {
        return describeGroup(SimulatedStoreJsonCodec.newObject().put("kind", "APIGroup").put("apiVersion", "v1"), group,
                versions);
    }

    private static ObjectNode describeGroup(ObjectNode document, String group, Set<String> versions) {
        document.put("name", group);
        var list = document.putArray("versions");
        versions.forEach(version -> list.add(versionEntry(group, version)));
        document.set("preferredVersion", versionEntry(group, versions.iterator().next()));
        return document;
    }

    private static ObjectNode versionEntry(String group, String version) {
        return SimulatedStoreJsonCodec.newObject().put("groupVersion", group + "/" + version).put("version", version);
    }

    /** @param types those of one group version */
    static ObjectNode resourcesDocument(List<SimulatedResourceType> types) {
        var first = types.getFirst();
        var document = SimulatedStoreJsonCodec.newObject().put("kind", "APIResourceList");
        if (!first.group().isEmpty()) {
            document.put("apiVersion", "v1");
        }
        document.put("groupVersion", first.apiVersion());
        var list = document.putArray("resources");
        for (var type : types) {
            list.add(resourceEntry(type));
            type.subresources().forEach((name, subresource) -> list.add(subresourceEntry(type, name, subresource)));
        }
        return document;
    }

    private static ObjectNode resourceEntry(SimulatedResourceType type) {
        var resource = SimulatedStoreJsonCodec.newObject().put("name", type.plural())
                .put("singularName", type.singular())
                .put("namespaced", type.namespaced()).put("kind", type.kind());
        putTexts(resource, "verbs", type.verbs());
        putTexts(resource, "shortNames", type.shortNames());
        putTexts(resource, "categories", type.categories());
        if (type.allowsVerb("list") && type.allowsVerb("create")) {
            resource.put("storageVersionHash", type.storageVersionHash());
        }
        return resource;
    }

    private static ObjectNode subresourceEntry(SimulatedResourceType type, String name,
            SimulatedResourceType.Subresource subresource) {
        var resource = SimulatedStoreJsonCodec.newObject().put("name", type.plural() + "/" + name)
                .put("singularName", "")
                .put("namespaced", type.namespaced());
        if (!subresource.version().isEmpty()) {
            resource.put("group", subresource.group()).put("version", subresource.version());
        }
        resource.put("kind", subresource.kind());
        putTexts(resource, "verbs", subresource.verbs());
        return resource;
    }

    static void putTexts(ObjectNode parent, String field, List<String> texts) {
        if (!texts.isEmpty()) {
            var array = parent.putArray(field);
            texts.forEach(array::add);
        }
    }
}
