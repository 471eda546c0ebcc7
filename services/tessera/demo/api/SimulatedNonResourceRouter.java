package tessera.demo.api;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import tessera.demo.api.call.SimulatedApiResponseWriter;
import tessera.demo.api.call.SimulatedAuthenticatedRequest;
import tessera.demo.api.discovery.SimulatedDiscoveryEndpoint;
import tessera.demo.api.discovery.SimulatedUnavailableApiGroups;
import tessera.demo.http.HttpHeaderFields;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedServedResourceCatalog;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** The endpoints of paths that are not resources. */
final class SimulatedNonResourceRouter {

    private static final String OPENAPI_2 = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";

    private final SimulatedDiscoveryEndpoint discovery;
    private final JsonNode version = SimulatedStoreJsonCodec.readResourceTree(SimulatedDiscoveryEndpoint.class,
            "version.json");

    SimulatedNonResourceRouter(SimulatedServedResourceCatalog catalog, SimulatedUnavailableApiGroups availability) {
        this.discovery = new SimulatedDiscoveryEndpoint(catalog, availability);
    }

    void answer(SimulatedAuthenticatedRequest call) throws IOException, SimulatedApiException {
        var parts = List.of(call.info().path().replaceAll("^/++|(?<!/)/++$", "").split("/+", -1));
        switch (parts.getFirst()) {
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
}
