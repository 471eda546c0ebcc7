package tessera.demo.api.discovery;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreJson;

/** The plain documents of discovery: groups, and the resources of one group version. */
final class GroupDocuments {

    private GroupDocuments() {}

    /** Versions by group, in order; without the core. */
    static Map<String, Set<String>> versions(List<ResourceType> types, Map<String, Set<String>> unavailable) {
        var groups = new LinkedHashMap<String, Set<String>>();
        types.stream().filter(type -> !type.group().isEmpty())
                .forEach(type -> groups.computeIfAbsent(type.group(), _ -> new LinkedHashSet<>()).add(type.version()));
        unavailable.forEach(
                (group, versions) -> groups.computeIfAbsent(group, _ -> new LinkedHashSet<>()).addAll(versions));
        return groups;
    }

    static ObjectNode core(String address) {
        var document = StoreJson.object().put("kind", "APIVersions");
        document.putArray("versions").add("v1");
        document.putArray("serverAddressByClientCIDRs").addObject().put("clientCIDR", "0.0.0.0/0").put("serverAddress",
                address);
        return document;
    }

    static ObjectNode list(Map<String, Set<String>> groups) {
        var document = StoreJson.object().put("kind", "APIGroupList").put("apiVersion", "v1");
        var list = document.putArray("groups");
        groups.forEach((group, versions) -> list.add(describe(StoreJson.object(), group, versions)));
        return document;
    }

    static ObjectNode group(String group, Set<String> versions) {
        return describe(StoreJson.object().put("kind", "APIGroup").put("apiVersion", "v1"), group, versions);
    }

    private static ObjectNode describe(ObjectNode document, String group, Set<String> versions) {
        document.put("name", group);
        var list = document.putArray("versions");
        versions.forEach(version -> list.add(version(group, version)));
        document.set("preferredVersion", version(group, versions.iterator().next()));
        return document;
    }

    private static ObjectNode version(String group, String version) {
        return StoreJson.object().put("groupVersion", group + "/" + version).put("version", version);
    }

    /** @param types those of one group version */
    static ObjectNode resources(List<ResourceType> types) {
        var first = types.getFirst();
        var document = StoreJson.object().put("kind", "APIResourceList");
        if (!first.group().isEmpty()) {
            document.put("apiVersion", "v1");
        }
        document.put("groupVersion", first.apiVersion());
        var list = document.putArray("resources");
        for (var type : types) {
            list.add(resource(type));
            type.subresources().forEach((name, subresource) -> list.add(subresource(type, name, subresource)));
        }
        return document;
    }

    private static ObjectNode resource(ResourceType type) {
        var resource = StoreJson.object().put("name", type.plural()).put("singularName", type.singular())
                .put("namespaced", type.namespaced()).put("kind", type.kind());
        texts(resource, "verbs", type.verbs());
        texts(resource, "shortNames", type.shortNames());
        texts(resource, "categories", type.categories());
        if (type.allows("list") && type.allows("create")) {
            resource.put("storageVersionHash", type.storageVersionHash());
        }
        return resource;
    }

    private static ObjectNode subresource(ResourceType type, String name, ResourceType.Subresource subresource) {
        var resource = StoreJson.object().put("name", type.plural() + "/" + name).put("singularName", "")
                .put("namespaced", type.namespaced());
        if (!subresource.version().isEmpty()) {
            resource.put("group", subresource.group()).put("version", subresource.version());
        }
        resource.put("kind", subresource.kind());
        texts(resource, "verbs", subresource.verbs());
        return resource;
    }

    static void texts(ObjectNode parent, String field, List<String> texts) {
        if (!texts.isEmpty()) {
            var array = parent.putArray(field);
            texts.forEach(array::add);
        }
    }
}
