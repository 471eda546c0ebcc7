package tessera.demo.api;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import tessera.demo.http.IncomingHttpRequest;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedApiException.ErrorSubject;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** Authenticates the sender of a request and refuses what RBAC does not allow. */
record SimulatedRequestAuthenticator(SimulatedBearerTokens tokens, SimulatedRbacAuthorizer rbac) {

    /** What may be created even where a GET leads there, as one does that becomes a WebSocket. */
    private static final Set<String> CREATED_BY_GET = Set.of("pods/exec", "pods/attach", "pods/portforward");
    private static final String BEARER = "Bearer ";

    SimulatedApiUser admit(IncomingHttpRequest request, SimulatedApiRequestInfo info) throws SimulatedApiException {
        var user = authenticate(request);
        var played = impersonatedUser(request);
        var attributes = SimulatedAuthorizationAttributes.of(info);
        if (played != null) {
            if (rbac.findGrant(user,
                    new SimulatedAuthorizationAttributes("impersonate", "", "users", "", "", played.name(), ""))
                    .isEmpty()) {
                throw forbiddenError(user, attributes, "impersonate-on:user-info:" + info.verb());
            }
            user = played;
        }
        if (rbac.findGrant(user, attributes).isEmpty()) {
            throw forbiddenError(user, attributes, info.verb());
        }
        if (attributes.verb().equals("get") && attributes.group().isEmpty()
                && CREATED_BY_GET.contains(attributes.qualifiedResource())) {
            var created = attributes.withVerb("create");
            if (rbac.findGrant(user, created).isEmpty()) {
                throw forbiddenError(user, created, created.verb());
            }
        }
        return user;
    }

    private SimulatedApiUser authenticate(IncomingHttpRequest request) throws SimulatedApiException {
        var token = bearerToken(request);
        if (token == null) {
            return SimulatedApiUser.ANONYMOUS;
        }
        var user = tokens.userOf(token);
        if (user == null) {
            throw new SimulatedApiException(401, "Unauthorized", "Unauthorized", SimulatedStoreJsonCodec.newObject());
        }
        return user;
    }

    private static @Nullable String bearerToken(IncomingHttpRequest request) {
        var header = request.headers().firstValue("Authorization", "");
        if (header.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            return header.substring(BEARER.length()).strip();
        }
        return null;
    }

    private static @Nullable SimulatedApiUser impersonatedUser(IncomingHttpRequest request) {
        var name = request.headers().firstValue("Impersonate-User");
        if (name == null) {
            return null;
        }
        var groups = request.headers().allValues("Impersonate-Group");
        return new SimulatedApiUser(name, request.headers().firstValue("Impersonate-Uid", ""), groups)
                .withAuthenticatedGroup();
    }

    private static SimulatedApiException forbiddenError(SimulatedApiUser user,
            SimulatedAuthorizationAttributes attributes, String verb) {
        if (!attributes.isResource()) {
            return SimulatedApiException.withReason(403, "Forbidden",
                    "forbidden: User \"%s\" cannot %s path \"%s\"".formatted(user.name(), verb, attributes.path()));
        }
        var subject = new ErrorSubject(attributes.group(), attributes.resource(), attributes.name());
        var name = attributes.name().isEmpty() ? "" : " \"" + attributes.name() + "\"";
        var scope = attributes.namespace().isEmpty() ? "at the cluster scope"
                : "in the namespace \"" + attributes.namespace() + "\"";
        return new SimulatedApiException(403, "Forbidden",
                "%s%s is forbidden: User \"%s\" cannot %s resource \"%s\" in API group \"%s\" %s".formatted(
                        subject.qualifiedKind(), name, user.name(), verb, attributes.qualifiedResource(),
                        attributes.group(), scope),
                subject.createDetails());
    }
}
