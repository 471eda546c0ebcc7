package tessera.demo.api;

import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tessera.demo.api.call.ApiCall;
import tessera.demo.api.call.ResponseWriter;
import tessera.demo.api.call.ServerContext;
import tessera.demo.api.discovery.ApiServiceAvailability;
import tessera.demo.api.read.GetEndpoint;
import tessera.demo.api.read.ListEndpoint;
import tessera.demo.api.read.WatchEndpoint;
import tessera.demo.api.request.RequestInfo;
import tessera.demo.api.write.CreateEndpoint;
import tessera.demo.api.write.DeleteEndpoint;
import tessera.demo.api.write.PatchEndpoint;
import tessera.demo.api.write.ReplaceEndpoint;
import tessera.demo.http.HeaderFields;
import tessera.demo.http.HttpExchange;
import tessera.demo.http.RequestHandler;
import tessera.demo.object.ApiError;
import tessera.demo.store.ResourceType;
import tessera.demo.store.ResourceType.Subresource;

/** Router of authorized requests to their endpoints. */
final class RequestRouter implements RequestHandler {

    private static final HeaderFields NO_SNIFFING = HeaderFields.of("X-Content-Type-Options", "nosniff");

    private final ServerContext site;
    private final RequestAuthenticator gatekeeper;
    private final PathRoutes paths;
    private final ApiServiceAvailability availability;
    private final Map<String, ApiCall.Endpoint> special;

    /** @param special endpoints by {@code plural.group} or {@code plural.group/subresource}, before the usual ones */
    RequestRouter(ServerContext site, PathRoutes paths, ApiServiceAvailability availability,
            Map<String, ApiCall.Endpoint> special) {
        this.site = site;
        this.gatekeeper = new RequestAuthenticator(site.tokens(), site.rbac());
        this.paths = paths;
        this.availability = availability;
        this.special = Map.copyOf(special);
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        exchange.commonHeaders().add("Audit-Id", site.auditIds().get()).add("Cache-Control", "no-cache, private");
        var info = RequestInfo.of(exchange.request());
        ApiCall call;
        try {
            call = new ApiCall(exchange, info, gatekeeper.admit(exchange.request(), info), site);
        } catch (ApiError e) {
            ResponseWriter.writeError(exchange, e, e.code() == 403 ? NO_SNIFFING : new HeaderFields());
            return;
        }
        try {
            if (info.resource()) {
                routeResource(call);
            } else {
                paths.answer(call);
            }
        } catch (ApiError e) {
            ResponseWriter.writeError(exchange, e, new HeaderFields());
        }
    }

    private void routeResource(ApiCall call) throws IOException, ApiError {
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
            ResponseWriter.writeNoSuchPath(call.exchange());
            return;
        }
        endpointFor(call, type).answer(call);
    }

    private ApiCall.Endpoint endpointFor(ApiCall call, ResourceType type) throws ApiError {
        var info = call.info();
        if (type.namespaced() == info.namespace().isEmpty() && !(info.name().isEmpty() && info.namespace().isEmpty())
                && !type.plural().equals("namespaces")) {
            throw notFoundError();
        }
        if (!info.subresource().isEmpty()) {
            return subresourceEndpoint(call, type, info.subresource());
        }
        var own = special.get(type.qualifiedName());
        if (own != null) {
            checkVerb(type.allowsVerb(call.info().verb()));
            return own;
        }
        checkVerb(isAllowed(info, call, type));
        return switch (info.verb()) {
            case "list" -> asked -> ListEndpoint.answerList(asked, type);
            case "watch" -> asked -> WatchEndpoint.answerWatch(asked, type);
            case "get" -> asked -> GetEndpoint.answerGet(asked, type);
            case "create" -> asked -> CreateEndpoint.answerCreate(asked, type);
            case "update" -> asked -> ReplaceEndpoint.answerReplace(asked, type);
            case "patch" -> asked -> PatchEndpoint.answerPatch(asked, type);
            case "deletecollection" -> asked -> DeleteEndpoint.answerDeleteCollection(asked, type);
            default -> asked -> DeleteEndpoint.answerDelete(asked, type);
        };
    }

    private static boolean isAllowed(RequestInfo info, ApiCall call, ResourceType type) {
        boolean collection = info.name().isEmpty();
        boolean fits = switch (info.verb()) {
            case "create" -> collection && !(type.namespaced() && info.namespace().isEmpty());
            case "list", "deletecollection" -> collection;
            case "watch" -> collection || info.watchPath();
            default -> !collection;
        };
        return fits && type.allowsVerb(info.verb()) && !call.request().method().equals("HEAD");
    }

    private ApiCall.Endpoint subresourceEndpoint(ApiCall call, ResourceType type, String name) throws ApiError {
        var subresource = type.subresources().get(name);
        if (subresource == null || (!call.info().proxyPath().isEmpty() && !name.equals("proxy"))) {
            throw notFoundError();
        }
        checkVerb(allowsVerb(subresource, call));
        var own = specialEndpoint(type, name);
        if (own != null) {
            return own;
        }
        return switch (call.info().verb()) {
            case "get" -> asked -> GetEndpoint.answerGet(asked, type);
            case "patch" -> asked -> PatchEndpoint.answerPatch(asked, type);
            case "update" -> asked -> ReplaceEndpoint.answerReplace(asked, type);
            default -> throw methodNotAllowed();
        };
    }

    private ApiCall.@Nullable Endpoint specialEndpoint(ResourceType type, String subresource) {
        var own = special.get(type.qualifiedName() + "/" + subresource);
        return own == null ? special.get("*/" + subresource) : own;
    }

    private static boolean allowsVerb(Subresource subresource, ApiCall call) {
        return subresource.verbs().contains(call.info().verb()) && !call.request().method().equals("HEAD");
    }

    private static void checkVerb(boolean allowed) throws ApiError {
        if (!allowed) {
            throw methodNotAllowed();
        }
    }

    private static ApiError methodNotAllowed() {
        return ApiError.withReason(405, "MethodNotAllowed",
                "the server does not allow this method on the requested resource");
    }

    static ApiError notFoundError() {
        return ApiError.withReason(404, "NotFound", "the server could not find the requested resource");
    }
}
