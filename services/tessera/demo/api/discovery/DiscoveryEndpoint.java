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

/** Answers what clients ask before they ask for anything else: which groups and resources there are. */
public final class DiscoveryEndpoint {

    private static final String AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

    private final ResourceCatalog catalog;
    private final ApiServiceAvailability availability;

    public DiscoveryEndpoint(ResourceCatalog catalog, ApiServiceAvailability availability) {
        this.catalog = catalog;
        this.availability = availability;
    }

    /** {@code /api}. */
    public void core(ApiCall call) throws IOException, ApiError {
        if (wantsAggregated(call)) {
            aggregated(call, AggregatedDiscovery.core(catalog.all()));
        } else {
            ResponseWriter.tree(call, 200, GroupDocuments.core(call.request().headers().first("Host", "127.0.0.1")));
        }
    }

    /** {@code /apis}. */
    public void groups(ApiCall call) throws IOException, ApiError {
        var unavailable = availability.unavailable();
        var groups = GroupDocuments.versions(catalog.all(), unavailable);
        if (wantsAggregated(call)) {
            aggregated(call, AggregatedDiscovery.groups(groups, catalog.all(), unavailable));
        } else {
            ResponseWriter.tree(call, 200, GroupDocuments.list(groups));
        }
    }

    /** {@code /apis/GROUP}. */
    public void group(ApiCall call, String group) throws IOException, ApiError {
        var versions = GroupDocuments.versions(catalog.all(), availability.unavailable()).get(group);
        if (versions == null) {
            ResponseWriter.noSuchPath(call.exchange());
        } else {
            ResponseWriter.tree(call, 200, GroupDocuments.group(group, versions));
        }
    }

    /** {@code /api/v1} and {@code /apis/GROUP/VERSION}. */
    public void resources(ApiCall call, String group, String version) throws IOException, ApiError {
        var types = catalog.all().stream().filter(type -> type.group().equals(group) && type.version().equals(version))
                .toList();
        if (availability.unavailable(group, version)) {
            call.exchange().sendText(503, "service unavailable\n");
        } else if (types.isEmpty()) {
            ResponseWriter.noSuchPath(call.exchange());
        } else {
            ResponseWriter.tree(call, 200, GroupDocuments.resources(types));
        }
    }

    private static boolean wantsAggregated(ApiCall call) {
        var accept = String.join(",", call.request().headers().all("Accept"));
        return List.of(accept.split(",", -1)).stream().map(String::strip)
                .anyMatch(clause -> clause.contains("g=apidiscovery.k8s.io")
                        && clause.contains("as=APIGroupDiscoveryList")
                        && clause.contains("v=v2") && !clause.contains("v=v2beta1"));
    }

    private static void aggregated(ApiCall call, ObjectNode document) throws IOException {
        var bytes = StoreJson.bytes(document);
        var tag = "\"" + hash(bytes) + "\"";
        call.exchange().always().set("Cache-Control", "public");
        if (tag.equals(call.header("If-None-Match"))) {
            call.exchange().send(304, HeaderFields.of("Etag", tag, "Vary", "Accept"), new byte[0]);
            return;
        }
        try (var out = call.exchange().open(200,
                HeaderFields.of("Content-Type", AGGREGATED, "Etag", tag, "Vary", "Accept"),
                true)) {
            out.write(bytes);
        }
    }

    static String hash(byte[] bytes) {
        try {
            return HexFormat.of().withUpperCase().formatHex(MessageDigest.getInstance("SHA-512").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-512", e);
        }
    }
}
