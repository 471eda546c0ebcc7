package tessera.cluster.http;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import okhttp3.HttpUrl;
import okhttp3.Interceptor;
import okhttp3.Request;
import okhttp3.Response;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;

/**
 * The interceptor that enforces read-only mode. It is the last to see every request of a session's only HTTP client,
 * whoever made it, exactly as it would be sent; what is not provably a read is refused before a byte leaves.
 *
 * <p>Let through: GET, HEAD and OPTIONS, except where they reach into a container, leave HTTP, or are handed on by a
 * proxy to a path that is not known to be a read; the self-subject reviews, which are questions; and writes with
 * {@code dryRun=All} to resources whose storage honours it. In either mode nothing goes to another server.
 */
public final class ReadOnlyModeInterceptor implements Interceptor {

    private static final Set<String> READS = Set.of("GET", "HEAD", "OPTIONS");
    private static final Set<String> WRITES = Set.of("POST", "PUT", "PATCH", "DELETE");
    /** These reach into a container, even by GET. */
    private static final Set<String> INTRUSIVE = Set.of("exec", "attach", "portforward");
    /** Subresources whose storage is that of the object, which honours a dry run. */
    private static final Set<String> STORED = Set.of("", "status", "scale", "resize");
    /** A POST of these acts without storing anything: a dry run means nothing to them. */
    private static final Set<String> ACTING = Set.of("bindings", "tokenreviews", "subjectaccessreviews",
            "localsubjectaccessreviews");
    private static final Set<String> QUESTIONS = Set.of("authorization.k8s.io/v1/selfsubjectaccessreviews",
            "authorization.k8s.io/v1/selfsubjectrulesreviews", "authentication.k8s.io/v1/selfsubjectreviews");
    private static final List<String> OVERRIDES = List.of("X-HTTP-Method-Override", "X-HTTP-Method",
            "X-Method-Override");

    private final Supplier<SessionAccessMode> mode;
    private final HttpUrl server;

    /** @param server the only server a request may go to; its path is the root of the API */
    public ReadOnlyModeInterceptor(Supplier<SessionAccessMode> mode, HttpUrl server) {
        this.mode = mode;
        this.server = server;
    }

    @Override
    public Response intercept(Chain chain) throws IOException {
        var request = chain.request();
        var path = apiPath(request.url());
        if (path.isEmpty()) {
            throw new ReadOnlyModeException(Problem.of(OperationProblemKind.READ_ONLY,
                    "A request to " + request.url().host() + " was not sent: it is not the cluster"));
        }
        if (mode.get() == SessionAccessMode.READ_ONLY) {
            var objection = refusalReason(request, path.get());
            if (objection.isPresent()) {
                throw new ReadOnlyModeException(new Problem(OperationProblemKind.READ_ONLY,
                        "Read-only mode did not send " + request.method() + " " + path.get(), objection.get(),
                        "Leave read-only mode to change the cluster."));
            }
        }
        return chain.proceed(request);
    }

    /** Returns the path below the root of the API; empty when the request goes elsewhere. */
    private Optional<String> apiPath(HttpUrl url) {
        var root = server.encodedPath().endsWith("/") ? server.encodedPath() : server.encodedPath() + "/";
        boolean here = url.scheme().equals(server.scheme()) && url.host().equals(server.host())
                && url.port() == server.port() && url.encodedPath().startsWith(root);
        return here ? Optional.of(url.encodedPath().substring(root.length() - 1)) : Optional.empty();
    }

    /** Returns why a request is not provably a read; empty when it is. */
    static Optional<String> refusalReason(Request request, String encodedPath) {
        var segments = ApiPath.splitSegments(encodedPath);
        if (segments.isEmpty()) {
            return Optional.of("The path can be read in more than one way");
        }
        if (OVERRIDES.stream().anyMatch(name -> request.header(name) != null)) {
            return Optional.of("A header overrides the method");
        }
        if (isUpgrade(request)) {
            return Optional.of("It asks for a connection of another kind, which could carry anything");
        }
        var resource = ApiPath.of(segments.get());
        if (resource.isPresent() && INTRUSIVE.contains(resource.get().subresource().toLowerCase(Locale.ROOT))) {
            return Optional.of("It reaches into a container");
        }
        if (READS.contains(request.method())) {
            return request.body() == null ? resource.flatMap(ReadOnlyModeInterceptor::readRefusalReason)
                    : Optional.of("A read has no body");
        }
        if (!WRITES.contains(request.method())) {
            return Optional.of("The method is not known to read");
        }
        if (request.method().equals("POST") && isAccessReview(segments.get())) {
            return Optional.empty();
        }
        return resource.isEmpty() ? Optional.of("It could change something")
                : writeRefusalReason(request, resource.get());
    }

    private static Optional<String> readRefusalReason(ApiPath path) {
        return path.isProxied() && !ReadOnlyProxyPaths.contains(path)
                ? Optional.of("It is handed on to a server that may act on it")
                : Optional.empty();
    }

    private static Optional<String> writeRefusalReason(Request request, ApiPath path) {
        if (!DryRunParameterVerifier.isRequestedBy(request.url().encodedQuery())) {
            return Optional.of("It could change something");
        }
        if (path.isProxied() || !STORED.contains(path.subresource()) || ACTING.contains(path.resource())
                || !path.tail().isEmpty()) {
            return Optional.of("A dry run may not be honoured there");
        }
        // The server reads the options of a deletion from its body, if it has one, and then from nowhere else.
        return request.method().equals("DELETE") && !DryRunParameterVerifier.isConfirmedBy(request.body())
                ? Optional.of("The body of the deletion does not ask for a dry run")
                : Optional.empty();
    }

    private static boolean isAccessReview(List<String> segments) {
        return segments.getFirst().equals("apis")
                && QUESTIONS.contains(String.join("/", segments.subList(1, segments.size())));
    }

    private static boolean isUpgrade(Request request) {
        return request.header("Upgrade") != null || request.headers("Connection").stream()
                .anyMatch(value -> value.toLowerCase(Locale.ROOT).contains("upgrade"));
    }
}
