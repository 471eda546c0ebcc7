package tessera.demo.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tessera.demo.http.HttpHeaderFields;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedServedResourceCatalog;
import tessera.demo.store.SimulatedStoreJsonCodec;

/**
 * The endpoint of paths that are not resources: version, health, and the discovery of the served API groups and resources,
 * group by group. The aggregated form of it, which clients ask for first, is not served: they take this one for an answer.
 */
record SimulatedDiscoveryEndpoint(SimulatedServedResourceCatalog catalog, SimulatedUnavailableApiGroups availability) {

    private static final String OPENAPI_2 = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";
    private static final JsonNode VERSION = SimulatedStoreJsonCodec.readResourceTree(SimulatedDiscoveryEndpoint.class,
            "version.json");

    void answer(SimulatedAuthenticatedRequest call) throws IOException, SimulatedApiException {
        var parts = List.of(call.info().path().replaceAll("^/++|(?<!/)/++$", "").split("/+", -1));
        switch (parts.getFirst()) {
            case "version" -> SimulatedApiResponseWriter.writeTree(call, 200, VERSION);
            case "api" -> {
                if (parts.size() == 1) {
                    answerCore(call);
                } else {
                    answerResources(call, "", parts.get(1));
                }
            }
            case "apis" -> {
                switch (parts.size()) {
                    case 1 -> answerGroups(call);
                    case 2 -> answerGroup(call, parts.get(1));
                    default -> answerResources(call, parts.get(1), parts.get(2));
                }
            }
            case "healthz", "livez", "readyz" -> call.exchange().sendText(200, "ok");
            // An empty document, in the one format that kubectl and Helm read: they leave validation to the server.
            case "openapi" -> {
                if (parts.equals(List.of("openapi", "v2"))) {
                    call.exchange().send(200, HttpHeaderFields.of("Content-Type", OPENAPI_2), new byte[0]);
                } else {
                    SimulatedApiResponseWriter.writeNoSuchPath(call.exchange());
                }
            }
            default -> SimulatedApiResponseWriter.writeNoSuchPath(call.exchange());
        }
    }

    /** Answers {@code /api}. */
    private void answerCore(SimulatedAuthenticatedRequest call) throws IOException, SimulatedApiException {
        var document = SimulatedStoreJsonCodec.newObject().put("kind", "APIVersions");
        document.putArray("versions").add("v1");
        document.putArray("serverAddressByClientCIDRs").addObject().put("clientCIDR", "0.0.0.0/0").put("serverAddress",
                call.request().headers().firstValue("Host", "127.0.0.1"));
        SimulatedApiResponseWriter.writeTree(call, 200, document);
    }

    /** Answers {@code /apis}. */
    private void answerGroups(SimulatedAuthenticatedRequest call) throws IOException, SimulatedApiException {
        var document = SimulatedStoreJsonCodec.newObject().put("kind", "APIGroupList").put("apiVersion", "v1");
        var list = document.putArray("groups");
        versionsByGroup().forEach((group, versions) -> describeGroup(list.addObject(), group, versions));
        SimulatedApiResponseWriter.writeTree(call, 200, document);
    }

    /** Answers {@code /apis/GROUP}. */
    private void answerGroup(SimulatedAuthenticatedRequest call, String group)
            throws IOException, SimulatedApiException {
        var versions = versionsByGroup().get(group);
        if (versions == null) {
            SimulatedApiResponseWriter.writeNoSuchPath(call.exchange());
        } else {
            var document = SimulatedStoreJsonCodec.newObject().put("kind", "APIGroup").put("apiVersion", "v1");
            describeGroup(document, group, versions);
            SimulatedApiResponseWriter.writeTree(call, 200, document);
        }
    }

    /** Answers {@code /api/v1} and {@code /apis/GROUP/VERSION}. */
    private void answerResources(SimulatedAuthenticatedRequest call, String group, String version)
            throws IOException, SimulatedApiException {
        var types = catalog.allResources().stream()
                .filter(type -> type.group().equals(group) && type.version().equals(version)).toList();
        if (availability.isUnavailable(group, version)) {
            call.exchange().sendText(503, "service unavailable\n");
        } else if (types.isEmpty()) {
            SimulatedApiResponseWriter.writeNoSuchPath(call.exchange());
        } else {
            SimulatedApiResponseWriter.writeTree(call, 200, resourcesDocument(types));
        }
    }

    /** Returns the versions by group, in order, those that nobody serves at present among them; without the core group. */
    private Map<String, Set<String>> versionsByGroup() {
        var groups = new LinkedHashMap<String, Set<String>>();
        catalog.allResources().stream().filter(type -> !type.group().isEmpty())
                .forEach(type -> groups.computeIfAbsent(type.group(), _ -> new LinkedHashSet<>()).add(type.version()));
        availability.unavailableGroups().forEach(
                (group, versions) -> groups.computeIfAbsent(group, _ -> new LinkedHashSet<>()).addAll(versions));
        return groups;
    }

    private static void describeGroup(ObjectNode document, String group, Set<String> versions) {
        document.put("name", group);
        var list = document.putArray("versions");
        versions.forEach(
                version -> list.addObject().put("groupVersion", group + "/" + version).put("version", version));
        document.set("preferredVersion", list.get(0).deepCopy());
    }

    /** @param types those of one group version */
    private static ObjectNode resourcesDocument(List<SimulatedResourceType> types) {
        var first = types.getFirst();
        var document = SimulatedStoreJsonCodec.newObject().put("kind", "APIResourceList");
        if (!first.group().isEmpty()) {
            document.put("apiVersion", "v1");
        }
        document.put("groupVersion", first.apiVersion());
        var list = document.putArray("resources");
        for (var type : types) {
            describeResource(list.addObject(), type);
            type.subresources().forEach((name, subresource) -> describeSubresource(
                    list.addObject().put("name", type.plural() + "/" + name), type, subresource));
        }
        return document;
    }

    private static void describeResource(ObjectNode resource, SimulatedResourceType type) {
        resource.put("name", type.plural()).put("singularName", type.singular()).put("namespaced", type.namespaced())
                .put("kind", type.kind());
        putTexts(resource, "verbs", type.verbs());
        putTexts(resource, "shortNames", type.shortNames());
        putTexts(resource, "categories", type.categories());
        if (type.allowsVerb("list") && type.allowsVerb("create")) {
            resource.put("storageVersionHash", type.storageVersionHash());
        }
    }

    private static void describeSubresource(ObjectNode resource, SimulatedResourceType type,
            SimulatedResourceType.Subresource subresource) {
        resource.put("singularName", "").put("namespaced", type.namespaced());
        if (!subresource.version().isEmpty()) {
            resource.put("group", subresource.group()).put("version", subresource.version());
        }
        resource.put("kind", subresource.kind());
        putTexts(resource, "verbs", subresource.verbs());
    }

    private static void putTexts(ObjectNode parent, String field, List<String> texts) {
        if (!texts.isEmpty()) {
            var array = parent.putArray(field);
            texts.forEach(array::add);
        }
    }
}
