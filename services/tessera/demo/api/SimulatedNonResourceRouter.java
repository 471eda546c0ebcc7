package tessera.demo.api;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.TreeSet;
import tessera.demo.api.call.SimulatedApiResponseWriter;
import tessera.demo.api.call.SimulatedAuthenticatedRequest;
import tessera.demo.api.discovery.SimulatedDiscoveryEndpoint;
import tessera.demo.api.discovery.SimulatedHealthEndpoints;
import tessera.demo.api.openapi.SimulatedOpenApiEndpoint;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedServedResourceCatalog;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** The endpoints of paths that are not resources. */
final class SimulatedNonResourceRouter {

    private final SimulatedServedResourceCatalog catalog;
    private final SimulatedDiscoveryEndpoint discovery;
    private final SimulatedOpenApiEndpoint openApi;
    private final SimulatedHealthEndpoints health = new SimulatedHealthEndpoints();
    private final JsonNode version = readVersion();

    SimulatedNonResourceRouter(SimulatedServedResourceCatalog catalog, SimulatedDiscoveryEndpoint discovery,
            SimulatedOpenApiEndpoint openApi) {
        this.openApi = openApi;
        this.catalog = catalog;
        this.discovery = discovery;
    }

    void answer(SimulatedAuthenticatedRequest call) throws IOException, SimulatedApiException {
        var parts = List.of(call.info().path().replaceAll("^/++|(?<!/)/++$", "").split("/+", -1));
        switch (parts.getFirst()) {
            case "" -> listRootPaths(call);
            case "version" -> SimulatedApiResponseWriter.writeTree(call, 200, version);
            case "api" -> {
                if (parts.size() == 1) {
                    discovery.answerCore(call);
                } else {
                    discovery.answerResources(call, "", parts.get(1));
                }
            }
            case "apis" -> {
                switch (parts.size()) {
                    case 1 -> discovery.answerGroups(call);
                    case 2 -> discovery.answerGroup(call, parts.get(1));
                    default -> discovery.answerResources(call, parts.get(1), parts.get(2));
                }
            }
            case "openapi" -> routeOpenApi(call, parts);
            default -> {
                if (!health.answerHealth(call)) {
                    SimulatedApiResponseWriter.writeNoSuchPath(call.exchange());
                }
            }
        }
    }

    private void routeOpenApi(SimulatedAuthenticatedRequest call, List<String> parts)
            throws IOException, SimulatedApiException {
        if (parts.size() == 2 && parts.get(1).equals("v2")) {
            openApi.answerVersion2(call);
        } else if (parts.size() == 2 && parts.get(1).equals("v3")) {
            openApi.answerIndex(call);
        } else if (parts.size() > 2 && parts.get(1).equals("v3")) {
            openApi.answerDocument(call, String.join("/", parts.subList(2, parts.size())));
        } else {
            SimulatedApiResponseWriter.writeNoSuchPath(call.exchange());
        }
    }

    /** Answers the root path with the list of all paths. */
    private void listRootPaths(SimulatedAuthenticatedRequest call) throws IOException, SimulatedApiException {
        var paths = new TreeSet<>(health.paths());
        paths.addAll(List.of("/api", "/api/v1", "/apis", "/apis/"));
        catalog.allResources().stream().filter(type -> !type.group().isEmpty()).forEach(type -> {
            paths.add("/apis/" + type.group());
            paths.add("/apis/" + type.apiVersion());
        });
        var document = SimulatedStoreJsonCodec.newObject();
        var list = document.putArray("paths");
        paths.forEach(list::add);
        SimulatedApiResponseWriter.writeTree(call, 200, document);
    }

    private static JsonNode readVersion() {
        try (var in = SimulatedDiscoveryEndpoint.class.getResourceAsStream("version.json")) {
            if (in == null) {
                throw new IllegalStateException("version.json is missing");
            }
            return SimulatedStoreJsonCodec.parseTree(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
