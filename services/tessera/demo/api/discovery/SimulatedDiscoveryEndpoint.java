package tessera.demo.api.discovery;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import tessera.demo.api.call.SimulatedApiResponseWriter;
import tessera.demo.api.call.SimulatedAuthenticatedRequest;
import tessera.demo.http.HttpHeaderFields;
import tessera.demo.object.SimulatedApiException;
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
}
