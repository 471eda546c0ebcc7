package tessera.demo.api;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.TreeSet;
import tessera.demo.api.call.ApiCall;
import tessera.demo.api.call.ResponseWriter;
import tessera.demo.api.discovery.DiscoveryEndpoint;
import tessera.demo.api.discovery.HealthEndpoints;
import tessera.demo.api.openapi.OpenApiEndpoint;
import tessera.demo.object.ApiError;
import tessera.demo.store.ResourceCatalog;
import tessera.demo.store.StoreJson;

/** The endpoints of paths that are not resources. */
final class PathRoutes {

    private final ResourceCatalog catalog;
    private final DiscoveryEndpoint discovery;
    private final OpenApiEndpoint openApi;
    private final HealthEndpoints health = new HealthEndpoints();
    private final JsonNode version = readVersion();

    PathRoutes(ResourceCatalog catalog, DiscoveryEndpoint discovery, OpenApiEndpoint openApi) {
        this.openApi = openApi;
        this.catalog = catalog;
        this.discovery = discovery;
    }

    void answer(ApiCall call) throws IOException, ApiError {
        var parts = List.of(call.info().path().replaceAll("^/++|(?<!/)/++$", "").split("/+", -1));
        switch (parts.getFirst()) {
            case "" -> listRootPaths(call);
            case "version" -> ResponseWriter.writeTree(call, 200, version);
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
                    ResponseWriter.writeNoSuchPath(call.exchange());
                }
            }
        }
    }

    private void routeOpenApi(ApiCall call, List<String> parts) throws IOException, ApiError {
        if (parts.size() == 2 && parts.get(1).equals("v2")) {
            openApi.answerVersion2(call);
        } else if (parts.size() == 2 && parts.get(1).equals("v3")) {
            openApi.answerIndex(call);
        } else if (parts.size() > 2 && parts.get(1).equals("v3")) {
            openApi.answerDocument(call, String.join("/", parts.subList(2, parts.size())));
        } else {
            ResponseWriter.writeNoSuchPath(call.exchange());
        }
    }

    /** Answers the root path with the list of all paths. */
    private void listRootPaths(ApiCall call) throws IOException, ApiError {
        var paths = new TreeSet<>(health.paths());
        paths.addAll(List.of("/api", "/api/v1", "/apis", "/apis/"));
        catalog.allResources().stream().filter(type -> !type.group().isEmpty()).forEach(type -> {
            paths.add("/apis/" + type.group());
            paths.add("/apis/" + type.apiVersion());
        });
        var document = StoreJson.newObject();
        var list = document.putArray("paths");
        paths.forEach(list::add);
        ResponseWriter.writeTree(call, 200, document);
    }

    private static JsonNode readVersion() {
        try (var in = DiscoveryEndpoint.class.getResourceAsStream("version.json")) {
            if (in == null) {
                throw new IllegalStateException("version.json is missing");
            }
            return StoreJson.parseTree(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
