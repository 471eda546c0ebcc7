package tessera.demo.api.discovery;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import tessera.demo.api.call.ApiCall;
import tessera.demo.api.call.ResponseWriter;
import tessera.demo.http.HeaderFields;
import tessera.demo.object.ApiError;
import tessera.demo.store.ResourceCatalog;
import tessera.demo.store.StoreJson;

/** The discovery endpoint: the served API groups and resources. */
public final class DiscoveryEndpoint {

    private static final String AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

    private final ResourceCatalog catalog;
    private final ApiServiceAvailability availability;

    public DiscoveryEndpoint(ResourceCatalog catalog, ApiServiceAvailability availability) {
        this.catalog = catalog;
        this.availability = availability;
    }

    /** Answers {@code /api}. */
    public void answerCore(ApiCall call) throws IOException, ApiError {
        if (wantsAggregated(call)) {
            writeAggregated(call, AggregatedDiscovery.coreDocument(catalog.allResources()));
        } else {
            ResponseWriter.writeTree(call, 200,
                    GroupDocuments.coreDocument(call.request().headers().firstValue("Host", "127.0.0.1")));
        }
    }

    /** Answers {@code /apis}. */
    public void answerGroups(ApiCall call) throws IOException, ApiError {
        var unavailable = availability.unavailableGroups();
        var groups = GroupDocuments.versionsByGroup(catalog.allResources(), unavailable);
        if (wantsAggregated(call)) {
            writeAggregated(call, AggregatedDiscovery.groupsDocument(groups, catalog.allResources(), unavailable));
        } else {
            ResponseWriter.writeTree(call, 200, GroupDocuments.groupList(groups));
        }
    }

    /** Answers {@code /apis/GROUP}. */
    public void answerGroup(ApiCall call, String group) throws IOException, ApiError {
        var versions = GroupDocuments.versionsByGroup(catalog.allResources(), availability.unavailableGroups())
                .get(group);
        if (versions == null) {
            ResponseWriter.writeNoSuchPath(call.exchange());
        } else {
            ResponseWriter.writeTree(call, 200, GroupDocuments.groupDocument(group, versions));
        }
    }

    /** Answers {@code /api/v1} and {@code /apis/GROUP/VERSION}. */
    public void answerResources(ApiCall call, String group, String version) throws IOException, ApiError {
        var types = catalog.allResources().stream()
                .filter(type -> type.group().equals(group) && type.version().equals(version))
                .toList();
        if (availability.isUnavailable(group, version)) {
            call.exchange().sendText(503, "service unavailable\n");
        } else if (types.isEmpty()) {
            ResponseWriter.writeNoSuchPath(call.exchange());
        } else {
            ResponseWriter.writeTree(call, 200, GroupDocuments.resourcesDocument(types));
        }
    }

    private static boolean wantsAggregated(ApiCall call) {
        var accept = String.join(",", call.request().headers().allValues("Accept"));
        return List.of(accept.split(",", -1)).stream().map(String::strip)
                .anyMatch(clause -> clause.contains("g=apidiscovery.k8s.io")
                        && clause.contains("as=APIGroupDiscoveryList")
                        && clause.contains("v=v2") && !clause.contains("v=v2beta1"));
    }

    private static void writeAggregated(ApiCall call, ObjectNode document) throws IOException {
        var bytes = StoreJson.toBytes(document);
        var tag = "\"" + sha512Hex(bytes) + "\"";
        call.exchange().commonHeaders().set("Cache-Control", "public");
        if (tag.equals(call.headerValue("If-None-Match"))) {
            call.exchange().send(304, HeaderFields.of("Etag", tag, "Vary", "Accept"), new byte[0]);
            return;
        }
        try (var out = call.exchange().open(200,
                HeaderFields.of("Content-Type", AGGREGATED, "Etag", tag, "Vary", "Accept"),
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
}
