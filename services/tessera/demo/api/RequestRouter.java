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

/** Brings each request to the endpoint that answers it, if its sender may ask. */
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
        exchange.always().add("Audit-Id", site.audit().get()).add("Cache-Control", "no-cache, private");
        var info = RequestInfo.of(exchange.request());
        ApiCall call;
        try {
            call = new ApiCall(exchange, info, gatekeeper.admit(exchange.request(), info), site);
        } catch (ApiError e) {
            ResponseWriter.error(exchange, e, e.code() == 403 ? NO_SNIFFING : new HeaderFields());
            return;
        }
        try {
            if (info.resource()) {
                resource(call);
            } else {
                paths.answer(call);
            }
        } catch (ApiError e) {
            ResponseWriter.error(exchange, e, new HeaderFields());
        }
    }

    private void resource(ApiCall call) throws IOException, ApiError {
        var info = call.info();
        var catalog = call.objects().catalog();
        if (availability.unavailable(info.group(), info.version())) {
            call.exchange().sendText(503, "service unavailable\n");
            return;
        }
        var type = catalog.find(info.group(), info.version(), info.plural());
        if (type == null) {
            if (catalog.isBuiltIn(info.group())) {
                throw notThere();
            }
            ResponseWriter.noSuchPath(call.exchange());
            return;
        }
        endpoint(call, type).answer(call);
    }

    private ApiCall.Endpoint endpoint(ApiCall call, ResourceType type) throws ApiError {
        var info = call.info();
        if (type.namespaced() == info.namespace().isEmpty() && !(info.name().isEmpty() && info.namespace().isEmpty())
                && !type.plural().equals("namespaces")) {
            throw notThere();
        }
        if (!info.subresource().isEmpty()) {
            return subresource(call, type, info.subresource());
        }
        var own = special.get(type.qualified());
        if (own != null) {
            checkVerb(type.allows(call.info().verb()));
            return own;
        }
        checkVerb(allowed(info, call, type));
        return switch (info.verb()) {
            case "list" -> asked -> ListEndpoint.answer(asked, type);
            case "watch" -> asked -> WatchEndpoint.answer(asked, type);
            case "get" -> asked -> GetEndpoint.answer(asked, type);
            case "create" -> asked -> CreateEndpoint.answer(asked, type);
            case "update" -> asked -> ReplaceEndpoint.answer(asked, type);
            case "patch" -> asked -> PatchEndpoint.answer(asked, type);
            case "deletecollection" -> asked -> DeleteEndpoint.many(asked, type);
            default -> asked -> DeleteEndpoint.one(asked, type);
        };
    }

    private static boolean allowed(RequestInfo info, ApiCall call, ResourceType type) {
        boolean collection = info.name().isEmpty();
        boolean fits = switch (info.verb()) {
            case "create" -> collection && !(type.namespaced() && info.namespace().isEmpty());
            case "list", "deletecollection" -> collection;
            case "watch" -> collection || info.watchPath();
            default -> !collection;
        };
        return fits && type.allows(info.verb()) && !call.request().method().equals("HEAD");
    }

    private ApiCall.Endpoint subresource(ApiCall call, ResourceType type, String name) throws ApiError {
        var subresource = type.subresources().get(name);
        if (subresource == null || (!call.info().rest().isEmpty() && !name.equals("proxy"))) {
            throw notThere();
        }
        checkVerb(allows(subresource, call));
        var own = special(type, name);
        if (own != null) {
            return own;
        }
        return switch (call.info().verb()) {
            case "get" -> asked -> GetEndpoint.answer(asked, type);
            case "patch" -> asked -> PatchEndpoint.answer(asked, type);
            case "update" -> asked -> ReplaceEndpoint.answer(asked, type);
            default -> throw notAllowed();
        };
    }

    private ApiCall.@Nullable Endpoint special(ResourceType type, String subresource) {
        var own = special.get(type.qualified() + "/" + subresource);
        return own == null ? special.get("*/" + subresource) : own;
    }

    private static boolean allows(Subresource subresource, ApiCall call) {
        return subresource.verbs().contains(call.info().verb()) && !call.request().method().equals("HEAD");
    }

    private static void checkVerb(boolean allowed) throws ApiError {
        if (!allowed) {
            throw notAllowed();
        }
    }

    private static ApiError notAllowed() {
        return ApiError.general(405, "MethodNotAllowed",
                "the server does not allow this method on the requested resource");
    }

    static ApiError notThere() {
        return ApiError.general(404, "NotFound", "the server could not find the requested resource");
    }
}
