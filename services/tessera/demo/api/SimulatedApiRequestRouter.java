package tessera.demo.api;

import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tessera.demo.api.SimulatedAuthenticatedRequest.ApiServerServices;
import tessera.demo.api.SimulatedAuthenticatedRequest.SimulatedApiEndpoint;
import tessera.demo.http.HttpExchange;
import tessera.demo.http.HttpHeaderFields;
import tessera.demo.http.HttpRequestHandler;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedResourceType.Subresource;

/** Router of authorized requests to their endpoints. */
final class SimulatedApiRequestRouter implements HttpRequestHandler {

    private static final HttpHeaderFields NO_SNIFFING = HttpHeaderFields.of("X-Content-Type-Options", "nosniff");

    private final ApiServerServices serverServices;
    private final SimulatedRequestAuthenticator gatekeeper;
    private final SimulatedUnavailableApiGroups availability;
    private final SimulatedDiscoveryEndpoint paths;
    private final Map<String, SimulatedApiEndpoint> special;

    /** @param special endpoints by {@code plural.group} or {@code plural.group/subresource}, before the usual ones */
    SimulatedApiRequestRouter(ApiServerServices serverServices, SimulatedUnavailableApiGroups availability,
            Map<String, SimulatedApiEndpoint> special) {
        this.serverServices = serverServices;
        this.gatekeeper = new SimulatedRequestAuthenticator(serverServices.tokens(), serverServices.rbac());
        this.availability = availability;
        this.paths = new SimulatedDiscoveryEndpoint(serverServices.objects().catalog(), availability);
        this.special = Map.copyOf(special);
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        exchange.commonHeaders().add("Audit-Id", serverServices.auditIds().get()).add("Cache-Control",
                "no-cache, private");
        var info = SimulatedApiRequestInfo.of(exchange.request());
        SimulatedAuthenticatedRequest call;
        try {
            call = new SimulatedAuthenticatedRequest(exchange, info, gatekeeper.admit(exchange.request(), info),
                    serverServices);
        } catch (SimulatedApiException e) {
            SimulatedApiResponseWriter.writeError(exchange, e, e.code() == 403 ? NO_SNIFFING : new HttpHeaderFields());
            return;
        }
        try {
            if (info.resource()) {
                routeResource(call);
            } else {
                paths.answer(call);
            }
        } catch (SimulatedApiException e) {
            SimulatedApiResponseWriter.writeError(exchange, e, new HttpHeaderFields());
        }
    }

    private void routeResource(SimulatedAuthenticatedRequest call) throws IOException, SimulatedApiException {
        var info = call.info();
        var catalog = call.storedObjects().catalog();
        if (availability.isUnavailable(info.group(), info.version())) {
            call.exchange().sendText(503, "service unavailable\n");
            return;
        }
        var type = catalog.findResource(info.group(), info.version(), info.plural());
        if (type == null) {
            if (catalog.isBuiltIn(info.group())) {
                throw notFoundError();
            }
            SimulatedApiResponseWriter.writeNoSuchPath(call.exchange());
            return;
        }
        endpointFor(call, type).answer(call);
    }

    private SimulatedApiEndpoint endpointFor(SimulatedAuthenticatedRequest call, SimulatedResourceType type)
            throws SimulatedApiException {
        var info = call.info();
        if (type.namespaced() == info.namespace().isEmpty() && !(info.name().isEmpty() && info.namespace().isEmpty())
                && !type.plural().equals("namespaces")) {
            throw notFoundError();
        }
        if (!info.subresource().isEmpty()) {
            return subresourceEndpoint(call, type, info.subresource());
        }
        var endpoint = special.get(type.qualifiedName());
        if (endpoint != null) {
            checkVerb(type.allowsVerb(call.info().verb()));
            return endpoint;
        }
        // What can be created alone is answered, never stored.
        checkVerb(type.allowsVerb("get") && isAllowed(info, call, type));
        return switch (info.verb()) {
            case "list" -> apiCall -> SimulatedListEndpoint.answerList(apiCall, type);
            case "watch" -> apiCall -> SimulatedWatchEndpoint.answerWatch(apiCall, type);
            case "get" -> apiCall -> SimulatedListEndpoint.answerGet(apiCall, type);
            case "create" -> apiCall -> SimulatedWriteEndpoints.answerCreate(apiCall, type);
            case "update" -> apiCall -> SimulatedWriteEndpoints.answerReplace(apiCall, type);
            case "patch" -> apiCall -> SimulatedWriteEndpoints.answerPatch(apiCall, type);
            default -> apiCall -> SimulatedWriteEndpoints.answerDelete(apiCall, type);
        };
    }

    private static boolean isAllowed(SimulatedApiRequestInfo info, SimulatedAuthenticatedRequest call,
            SimulatedResourceType type) {
        boolean collection = info.name().isEmpty();
        boolean fits = switch (info.verb()) {
            case "create" -> collection && !(type.namespaced() && info.namespace().isEmpty());
            case "list", "watch" -> collection;
            default -> !collection;
        };
        return fits && type.allowsVerb(info.verb()) && !call.request().method().equals("HEAD");
    }

    private SimulatedApiEndpoint subresourceEndpoint(SimulatedAuthenticatedRequest call, SimulatedResourceType type,
            String name) throws SimulatedApiException {
        var subresource = type.subresources().get(name);
        if (subresource == null || (!call.info().proxyPath().isEmpty() && !name.equals("proxy"))) {
            throw notFoundError();
        }
        checkVerb(allowsVerb(subresource, call));
        var endpoint = specialEndpoint(type, name);
        if (endpoint != null) {
            return endpoint;
        }
        checkVerb(name.equals("status"));
        return switch (call.info().verb()) {
            case "get" -> apiCall -> SimulatedListEndpoint.answerGet(apiCall, type);
            case "patch" -> apiCall -> SimulatedWriteEndpoints.answerPatch(apiCall, type);
            case "update" -> apiCall -> SimulatedWriteEndpoints.answerReplace(apiCall, type);
            default -> throw methodNotAllowed();
        };
    }

    private @Nullable SimulatedApiEndpoint specialEndpoint(SimulatedResourceType type, String subresource) {
        var endpoint = special.get(type.qualifiedName() + "/" + subresource);
        return endpoint == null ? special.get("*/" + subresource) : endpoint;
    }

    private static boolean allowsVerb(Subresource subresource, SimulatedAuthenticatedRequest call) {
        return subresource.verbs().contains(call.info().verb()) && !call.request().method().equals("HEAD");
    }

    private static void checkVerb(boolean allowed) throws SimulatedApiException {
        if (!allowed) {
            throw methodNotAllowed();
        }
    }

    private static SimulatedApiException methodNotAllowed() {
        return SimulatedApiException.withReason(405, "MethodNotAllowed",
                "the server does not allow this method on the requested resource");
    }

    static SimulatedApiException notFoundError() {
        return SimulatedApiException.withReason(404, "NotFound", "the server could not find the requested resource");
    }
}
