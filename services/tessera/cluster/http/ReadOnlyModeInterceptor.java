package tessera.cluster.http;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import okhttp3.HttpUrl;
import okhttp3.Interceptor;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.Buffer;
import org.jspecify.annotations.Nullable;
import tessera.cluster.http.ApiRequestReason.ReadOnlyViolation;
import tessera.text.TextExcerpt;

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
            throw new ReadOnlyModeException(new ApiRequestReason.ForeignServerBlocked(request.url().host()));
        }
        if (mode.get() == SessionAccessMode.READ_ONLY) {
            var objection = refusalReason(request, path.get());
            if (objection.isPresent()) {
                throw new ReadOnlyModeException(
                        new ApiRequestReason.BlockedByReadOnlyMode(request.method(), path.get(), objection.get()));
            }
        }
        return chain.proceed(request);
    }

    /** Returns the path below the root of the API; empty when the request goes elsewhere. */
    private Optional<String> apiPath(HttpUrl url) {
        var root = server.encodedPath().endsWith("/") ? server.encodedPath() : server.encodedPath() + "/";
        boolean here = url.scheme().equals(server.scheme()) && url.host().equals(server.host())
                && url.port() == server.port() && url.encodedPath().startsWith(root);
        if (here) {
            return Optional.of(url.encodedPath().substring(root.length() - 1));
        }
        return Optional.empty();
    }

    /** Returns why a request is not provably a read; empty when it is. */
    static Optional<ReadOnlyViolation> refusalReason(Request request, String encodedPath) {
        var segments = ApiPath.splitSegments(encodedPath);
        if (segments.isEmpty()) {
            return Optional.of(ReadOnlyViolation.AMBIGUOUS_PATH);
        }
        if (OVERRIDES.stream().anyMatch(name -> request.header(name) != null)) {
            return Optional.of(ReadOnlyViolation.METHOD_OVERRIDE);
        }
        if (isUpgrade(request)) {
            return Optional.of(ReadOnlyViolation.PROTOCOL_UPGRADE);
        }
        var resource = ApiPath.of(segments.get());
        if (resource.isPresent() && INTRUSIVE.contains(resource.get().subresource().toLowerCase(Locale.ROOT))) {
            return Optional.of(ReadOnlyViolation.CONTAINER_ACCESS);
        }
        if (READS.contains(request.method())) {
            if (request.body() == null) {
                return resource.flatMap(ReadOnlyModeInterceptor::readRefusalReason);
            }
            return Optional.of(ReadOnlyViolation.BODY_OF_READ);
        }
        if (!WRITES.contains(request.method())) {
            return Optional.of(ReadOnlyViolation.UNKNOWN_METHOD);
        }
        if (request.method().equals("POST") && isAccessReview(segments.get())) {
            return Optional.empty();
        }
        if (resource.isEmpty()) {
            return Optional.of(ReadOnlyViolation.POSSIBLE_CHANGE);
        }
        return writeRefusalReason(request, resource.get());
    }

    private static Optional<ReadOnlyViolation> readRefusalReason(ApiPath path) {
        if (path.isProxied() && !ReadOnlyProxyPaths.contains(path)) {
            return Optional.of(ReadOnlyViolation.PROXIED_REQUEST);
        }
        return Optional.empty();
    }

    private static Optional<ReadOnlyViolation> writeRefusalReason(Request request, ApiPath path) {
        if (!DryRunParameterVerifier.isRequestedBy(request.url().encodedQuery())) {
            return Optional.of(ReadOnlyViolation.POSSIBLE_CHANGE);
        }
        if (path.isProxied() || !STORED.contains(path.subresource()) || ACTING.contains(path.resource())
                || !path.tail().isEmpty()) {
            return Optional.of(ReadOnlyViolation.UNRELIABLE_DRY_RUN);
        }
        // The server reads the options of a deletion from its body, if it has one, and then from nowhere else.
        if (request.method().equals("DELETE") && !DryRunParameterVerifier.isConfirmedBy(request.body())) {
            return Optional.of(ReadOnlyViolation.DELETE_WITHOUT_DRY_RUN);
        }
        return Optional.empty();
    }

    private static boolean isAccessReview(List<String> segments) {
        return segments.getFirst().equals("apis")
                && QUESTIONS.contains(String.join("/", segments.subList(1, segments.size())));
    }

    private static boolean isUpgrade(Request request) {
        return request.header("Upgrade") != null || request.headers("Connection").stream()
                .anyMatch(value -> value.toLowerCase(Locale.ROOT).contains("upgrade"));
    }

    /** Check that a request is a dry run beyond doubt. */
    private static final class DryRunParameterVerifier {

        private static final String NAME = "dryRun";
        private static final String ALL = "All";
        private static final long LARGEST_OPTIONS = 64 << 10;
        private static final JsonMapper STRICT = JsonMapper.builder()
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

        private DryRunParameterVerifier() {}

        /** Returns whether a query asks for a dry run exactly once, in the one valid spelling. */
        static boolean isRequestedBy(@Nullable String encodedQuery) {
            if (encodedQuery == null || encodedQuery.contains(";")) {
                return false;
            }
            int asked = 0;
            for (var parameter : encodedQuery.split("&", -1)) {
                var name = ApiPath.decodeSegment(TextExcerpt.beforeFirst(parameter, "="));
                if (name.isEmpty()) {
                    return false;
                }
                if (name.get().equalsIgnoreCase(NAME)) {
                    if (!parameter.equals(NAME + "=" + ALL)) {
                        return false;
                    }
                    asked++;
                }
            }
            return asked == 1;
        }

        /** Returns whether the body, if there is one, asks for a dry run too. */
        static boolean isConfirmedBy(@Nullable RequestBody body) {
            try {
                if (body == null || body.contentLength() == 0) {
                    return true;
                }
                if (body.isOneShot() || body.isDuplex() || body.contentLength() < 0
                        || body.contentLength() > LARGEST_OPTIONS) {
                    return false;
                }
                var bytes = new Buffer();
                body.writeTo(bytes);
                return hasDryRunOption(STRICT.readTree(bytes.readByteArray()));
            } catch (IOException _) {
                return false;
            }
        }

        private static boolean hasDryRunOption(JsonNode options) {
            for (var name : options.properties()) {
                if (name.getKey().equalsIgnoreCase(NAME) && !name.getKey().equals(NAME)) {
                    return false;
                }
            }
            var wanted = options.path(NAME);
            return wanted.isArray() && wanted.size() == 1 && wanted.get(0).isTextual()
                    && wanted.get(0).textValue().equals(ALL);
        }
    }

    /**
     * The paths behind a pod, service or node proxy that are known to be reads: metrics, health, and Prometheus queries. Everything else behind a proxy may act on a GET.
     */
    private static final class ReadOnlyProxyPaths {

        /** A kubelet runs commands on GET, too, so its paths are taken whole. */
        private static final Set<String> OF_NODES = Set.of("metrics", "metrics/cadvisor", "metrics/resource",
                "metrics/probes", "stats/summary", "healthz", "pods");

        /** A server may be mounted below a path of its own. */
        private static final Pattern OF_OTHERS = Pattern
                .compile("(.*/)?(" + String.join("|", "metrics", "healthz", "livez", "readyz", "-/healthy", "-/ready",
                        "api/v1/("
                                + String.join("|", "query", "query_range", "query_exemplars", "series", "labels",
                                        "label/[^/]+/values", "targets", "rules", "alerts", "metadata", "status/[^/]+")
                                + ")")
                        + ")");

        private ReadOnlyProxyPaths() {}

        static boolean contains(ApiPath path) {
            if (!path.group().isEmpty() || path.name().isEmpty()) {
                return false;
            }
            var tail = String.join("/", path.tail());
            return switch (path.resource()) {
                case "nodes" -> OF_NODES.contains(tail);
                case "pods", "services" -> OF_OTHERS.matcher(tail).matches();
                default -> false;
            };
        }
    }
}
