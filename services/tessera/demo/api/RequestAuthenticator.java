package tessera.demo.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tessera.demo.api.auth.AccessAttributes;
import tessera.demo.api.auth.BearerTokens;
import tessera.demo.api.auth.RbacAuthorizer;
import tessera.demo.api.auth.RequestUser;
import tessera.demo.api.request.RequestInfo;
import tessera.demo.http.HttpRequest;
import tessera.demo.object.ApiError;
import tessera.demo.store.StoreJson;

/** Finds out who sends a request, and refuses what they may not do. */
final class RequestAuthenticator {

    /** What may be created even where a GET leads there, as one does that becomes a WebSocket. */
    private static final Set<String> CREATED_BY_GET = Set.of("pods/exec", "pods/attach", "pods/portforward");
    private static final String BEARER = "Bearer ";
    private static final String PROTOCOL = "base64url.bearer.authorization.k8s.io.";

    private final BearerTokens tokens;
    private final RbacAuthorizer rbac;

    RequestAuthenticator(BearerTokens tokens, RbacAuthorizer rbac) {
        this.tokens = tokens;
        this.rbac = rbac;
    }

    RequestUser admit(HttpRequest request, RequestInfo info) throws ApiError {
        var user = authenticate(request);
        var played = impersonated(request);
        var access = AccessAttributes.of(info);
        if (played != null) {
            if (!rbac.decide(user, new AccessAttributes("impersonate", "", "users", "", "", played.name(), ""))
                    .allowed()) {
                throw forbidden(user, access, "impersonate-on:user-info:" + info.verb());
            }
            user = played;
        }
        if (!rbac.decide(user, access).allowed()) {
            throw forbidden(user, access, info.verb());
        }
        if (access.verb().equals("get") && access.group().isEmpty()
                && CREATED_BY_GET.contains(access.qualifiedResource())) {
            var created = access.with("create");
            if (!rbac.decide(user, created).allowed()) {
                throw forbidden(user, created, created.verb());
            }
        }
        return user;
    }

    private RequestUser authenticate(HttpRequest request) throws ApiError {
        var token = token(request);
        if (token == null) {
            return RequestUser.ANONYMOUS;
        }
        var user = tokens.user(token);
        if (user == null) {
            throw new ApiError(401, "Unauthorized", "Unauthorized", StoreJson.object());
        }
        return user;
    }

    private static @Nullable String token(HttpRequest request) {
        var header = request.headers().first("Authorization", "");
        if (header.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            return header.substring(BEARER.length()).strip();
        }
        for (var protocol : request.headers().first("Sec-WebSocket-Protocol", "").split(",", -1)) {
            if (protocol.strip().startsWith(PROTOCOL)) {
                return decoded(protocol.strip().substring(PROTOCOL.length()));
            }
        }
        return null;
    }

    private static String decoded(String token) {
        try {
            return new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return token;
        }
    }

    private static @Nullable RequestUser impersonated(HttpRequest request) {
        var name = request.headers().first("Impersonate-User");
        if (name == null) {
            return null;
        }
        var groups = request.headers().all("Impersonate-Group");
        return new RequestUser(name, request.headers().first("Impersonate-Uid", ""), groups).authenticated();
    }

    private static ApiError forbidden(RequestUser user, AccessAttributes access, String verb) {
        var details = StoreJson.object();
        if (!access.isResource()) {
            return ApiError.general(403, "Forbidden",
                    "forbidden: User \"%s\" cannot %s path \"%s\"".formatted(user.name(), verb, access.path()));
        }
        put(details, "name", access.name());
        put(details, "group", access.group());
        put(details, "kind", access.resource());
        var subject = access.group().isEmpty() ? access.resource() : access.resource() + "." + access.group();
        if (!access.name().isEmpty()) {
            subject += " \"" + access.name() + "\"";
        }
        var scope = access.namespace().isEmpty()
                ? "at the cluster scope"
                : "in the namespace \"" + access.namespace() + "\"";
        return new ApiError(403, "Forbidden",
                "%s is forbidden: User \"%s\" cannot %s resource \"%s\" in API group \"%s\" %s".formatted(subject,
                        user.name(),
                        verb, access.qualifiedResource(), access.group(), scope),
                details);
    }

    private static void put(ObjectNode details, String field, String value) {
        if (!value.isEmpty()) {
            details.put(field, value);
        }
    }
}
