package tessera.demo.api.discovery;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tessera.demo.api.call.SimulatedApiResponseWriter;
import tessera.demo.api.call.SimulatedAuthenticatedRequest;
import tessera.demo.http.HttpHeaderFields;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedServedResourceCatalog;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** The discovery endpoint: the served API groups and resources. */
public final class SimulatedDiscoveryEndpoint {

    private static final String AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

    private final SimulatedServedResourceCatalog catalog;
    private final SimulatedUnavailableApiGroups availability;

    public SimulatedDiscoveryEndpoint(SimulatedServedResourceCatalog catalog,
            SimulatedUnavailableApiGroups availability) {
        this.catalog = catalog;
        this.availability = availability;
    }

    /** Answers {@code /api}. */
    public void answerCore(SimulatedAuthenticatedRequest call) throws IOException, SimulatedApiException {
        if (wantsAggregated(call)) {
            writeAggregated(call, SimulatedAggregatedDiscoveryDocuments.coreDocument(catalog.allResources()));
        } else {
            SimulatedApiResponseWriter.writeTree(call, 200,
                    SimulatedUnaggregatedDiscoveryDocuments
                            .coreDocument(call.request().headers().firstValue("Host", "127.0.0.1")));
        }
    }

    /** Answers {@code /apis}. */
    public void answerGroups(SimulatedAuthenticatedRequest call) throws IOException, SimulatedApiException {
        var unavailable = availability.unavailableGroups();
        var groups = SimulatedUnaggregatedDiscoveryDocuments.versionsByGroup(catalog.allResources(), unavailable);
        if (wantsAggregated(call)) {
            writeAggregated(call,
                    SimulatedAggregatedDiscoveryDocuments.groupsDocument(groups, catalog.allResources(), unavailable));
        } else {
            SimulatedApiResponseWriter.writeTree(call, 200, SimulatedUnaggregatedDiscoveryDocuments.groupList(groups));
        }
    }

    /** Answers {@code /apis/GROUP}. */
    public void answerGroup(SimulatedAuthenticatedRequest call, String group)
            throws IOException, SimulatedApiException {
        var versions = SimulatedUnaggregatedDiscoveryDocuments
                .versionsByGroup(catalog.allResources(), availability.unavailableGroups())
                .get(group);
        if (versions == null) {
            SimulatedApiResponseWriter.writeNoSuchPath(call.exchange());
        } else {
            SimulatedApiResponseWriter.writeTree(call, 200,
                    SimulatedUnaggregatedDiscoveryDocuments.groupDocument(group, versions));
        }
    }

    /** Answers {@code /api/v1} and {@code /apis/GROUP/VERSION}. */
    public void answerResources(SimulatedAuthenticatedRequest call, String group, String version)
            throws IOException, SimulatedApiException {
        var types = catalog.allResources().stream()
                .filter(type -> type.group().equals(group) && type.version().equals(version))
                .toList();
        if (availability.isUnavailable(group, version)) {
            call.exchange().sendText(503, "service unavailable\n");
        } else if (types.isEmpty()) {
            SimulatedApiResponseWriter.writeNoSuchPath(call.exchange());
        } else {
            SimulatedApiResponseWriter.writeTree(call, 200,
                    SimulatedUnaggregatedDiscoveryDocuments.resourcesDocument(types));
        }
    }

    private static boolean wantsAggregated(SimulatedAuthenticatedRequest call) {
        var accept = String.join(",", call.request().headers().allValues("Accept"));
        return List.of(accept.split(",", -1)).stream().map(String::strip)
                .anyMatch(clause -> clause.contains("g=apidiscovery.k8s.io")
                        && clause.contains("as=APIGroupDiscoveryList")
                        && clause.contains("v=v2") && !clause.contains("v=v2beta1"));
    }

    private static void writeAggregated(SimulatedAuthenticatedRequest call, ObjectNode document) throws IOException {
        var bytes = SimulatedStoreJsonCodec.toBytes(document);
        var tag = "\"" + sha512Hex(bytes) + "\"";
        call.exchange().commonHeaders().set("Cache-Control", "public");
        if (tag.equals(call.headerValue("If-None-Match"))) {
            call.exchange().send(304, HttpHeaderFields.of("Etag", tag, "Vary", "Accept"), new byte[0]);
            return;
        }
        try (var out = call.exchange().open(200,
                HttpHeaderFields.of("Content-Type", AGGREGATED, "Etag", tag, "Vary", "Accept"),
                true)) {
            out.write(bytes);
        }
    }

    static String sha512Hex(byte[] bytes) {
        try {
            return HexFormat.of().withUpperCase().formatHex(MessageDigest.getInstance("SHA-512").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-512", e);
        }
    }

    /** The aggregated discovery documents. */
    private static final class SimulatedAggregatedDiscoveryDocuments {

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
            for (var entry : groups.entrySet()) {
                var group = entry.getKey();
                var versions = entry.getValue();
                var item = items.addObject();
                item.putObject("metadata").put("name", group);
                var list = item.putArray("versions");
                for (var version : versions) {
                    if (stale.getOrDefault(group, Set.of()).contains(version)) {
                        list.addObject().put("version", version).put("freshness", "Stale");
                    } else {
                        list.add(versionEntry(version, types.stream()
                                .filter(type -> type.group().equals(group) && type.version().equals(version))
                                .toList()));
                    }
                }
            }
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
            resource.put("scope", type.namespaced() ? "Namespaced" : "Cluster").put("singularResource",
                    type.singular());
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
}
