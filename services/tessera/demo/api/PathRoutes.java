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
import tessera.demo.api.openapi.OpenApi;
import tessera.demo.object.ApiError;
import tessera.demo.store.ResourceCatalog;
import tessera.demo.store.StoreJson;

/** Answers the paths that are no resources. */
final class PathRoutes {

    private final ResourceCatalog catalog;
    private final DiscoveryEndpoint discovery;
    private final OpenApi openApi;
    private final HealthEndpoints health = new HealthEndpoints();
    private final JsonNode version = version();

    PathRoutes(ResourceCatalog catalog, DiscoveryEndpoint discovery, OpenApi openApi) {
        this.openApi = openApi;
        this.catalog = catalog;
        this.discovery = discovery;
    }

    void answer(ApiCall call) throws IOException, ApiError {
        var parts = List.of(call.info().path().replaceAll("^/++|(?<!/)/++$", "").split("/+", -1));
        switch (parts.getFirst()) {
            case "" -> root(call);
            case "version" -> ResponseWriter.tree(call, 200, version);
            case "api" -> {
                if (parts.size() == 1) {
                    discovery.core(call);
                } else {
                    discovery.resources(call, "", parts.get(1));
                }
            }
            case "apis" -> {
                switch (parts.size()) {
                    case 1 -> discovery.groups(call);
                    case 2 -> discovery.group(call, parts.get(1));
                    default -> discovery.resources(call, parts.get(1), parts.get(2));
                }
            }
            case "openapi" -> openApi(call, parts);
            default -> {
                if (!health.answer(call)) {
                    ResponseWriter.noSuchPath(call.exchange());
                }
            }
        }
    }

    private void openApi(ApiCall call, List<String> parts) throws IOException, ApiError {
        if (parts.size() == 2 && parts.get(1).equals("v2")) {
            openApi.swagger(call);
        } else if (parts.size() == 2 && parts.get(1).equals("v3")) {
            openApi.index(call);
        } else if (parts.size() > 2 && parts.get(1).equals("v3")) {
            openApi.document(call, String.join("/", parts.subList(2, parts.size())));
        } else {
            ResponseWriter.noSuchPath(call.exchange());
        }
    }

    /** What can be asked for, as far as it has no name. */
    private void root(ApiCall call) throws IOException, ApiError {
        var paths = new TreeSet<>(health.paths());
        paths.addAll(List.of("/api", "/api/v1", "/apis", "/apis/"));
        catalog.all().stream().filter(type -> !type.group().isEmpty()).forEach(type -> {
            paths.add("/apis/" + type.group());
            paths.add("/apis/" + type.apiVersion());
        });
        var document = StoreJson.object();
        var list = document.putArray("paths");
        paths.forEach(list::add);
        ResponseWriter.tree(call, 200, document);
    }

    private static JsonNode version() {
        try (var in = DiscoveryEndpoint.class.getResourceAsStream("version.json")) {
            if (in == null) {
                throw new IllegalStateException("version.json is missing");
            }
            return StoreJson.parse(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
