package tessera.cluster.helm;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.http.ApiResponse;
import tessera.cluster.object.ApiObjectReader;
import tessera.cluster.object.ApiObjectReader.ApiTransportSupplier;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;

/**
 * A proxy on the loopback interface through which Helm reaches the cluster: with the session's connection, credential and trust, and through the write gate. It is open for one piece of work, and only to who knows its word.
 */
final class HelmApiProxy implements AutoCloseable {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(HelmApiProxy.class);
    private static final JsonMapper JSON = new JsonMapper();
    private static final int RENEWALS = 5;
    private static final int CONFLICT = 409;
    private static final int LARGEST = 64 << 20;
    private static final int BUFFER = 1 << 16;
    private static final int FORBIDDEN = 403;
    private static final int UNAUTHORIZED = 401;
    private static final int BAD_GATEWAY = 502;
    private static final String TYPE = "Content-Type";
    private static final String VERSION = "/metadata/resourceVersion";

    private final ApiTransportSupplier transportSupplier;
    private final boolean renews;
    private final HelmApiRequestFilter filter;
    private final HttpServer server;
    private final ExecutorService threads;
    private final String token;
    private final AtomicReference<@Nullable Problem> refused = new AtomicReference<>();

    private HelmApiProxy(ApiTransportSupplier transportSupplier, boolean renews, HelmApiRequestFilter filter,
            HttpServer server) {
        this.transportSupplier = transportSupplier;
        this.renews = renews;
        this.filter = filter;
        this.server = server;
        threads = Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("helm-", 0).factory());
        var random = new byte[32];
        new SecureRandom().nextBytes(random);
        token = HexFormat.of().formatHex(random);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    /** @param renews whether Helm replaces objects whatever they have become, as it does where it writes all of them anew */
    static HelmApiProxy open(ApiTransportSupplier transportSupplier, boolean renews, HelmApiRequestFilter filter)
            throws IOException {
        return new HelmApiProxy(transportSupplier, renews, filter,
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
    }

    /** Returns a kubeconfig that leads through this proxy only; not to be written to a disk. */
    String kubeconfig(String namespace) {
        var name = "tessera";
        var config = JsonNodeFactory.instance.objectNode().put("apiVersion", "v1").put("kind", "Config")
                .put("current-context", name);
        config.putArray("clusters").addObject().put("name", name).putObject("cluster").put("server",
                "http://" + InetAddress.getLoopbackAddress().getHostAddress() + ":" + server.getAddress().getPort()
                        + "/" + token);
        config.putArray("users").addObject().put("name", name).putObject("user");
        config.putArray("contexts").addObject().put("name", name).putObject("context").put("cluster", name)
                .put("user", name).put("namespace", namespace);
        return config.toString();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (!hasToken(exchange.getRequestURI().getRawPath())) {
                writeRefusal(exchange, UNAUTHORIZED, MESSAGES.text("door.closed"));
                return;
            }
            try {
                forward(exchange, new HelmApiRequestFilter.ProxiedHelmRequest(exchange.getRequestMethod(),
                        requestPath(exchange), readBody(exchange)));
            } catch (ProblemException problemException) {
                refused.compareAndSet(null, problemException.problem());
                writeRefusal(exchange, statusCode(problemException.problem()),
                        problemException.problem().problemText());
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                writeRefusal(exchange, BAD_GATEWAY, MESSAGES.text("stopped"));
            }
        }
    }

    private void forward(HttpExchange exchange, HelmApiRequestFilter.ProxiedHelmRequest request)
            throws IOException, ProblemException, InterruptedException {
        var own = filter.answer(request);
        if (own.isPresent()) {
            writeJson(exchange, own.get().status(), own.get().body());
            return;
        }
        try (var reply = sendRequest(exchange, request)) {
            filter.responseBegan(request, reply);
            copyResponse(exchange, reply);
        } finally {
            filter.requestEnded(request);
        }
    }

    /** Returns whether a path begins with the token: without TLS the Go client does not send a bearer token. */
    private boolean hasToken(String path) {
        var begin = "/" + token + "/";
        return path.length() >= begin.length() && MessageDigest.isEqual(begin.getBytes(StandardCharsets.UTF_8),
                path.substring(0, begin.length()).getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Sends a request of Helm to the cluster. An object that it replaces, whatever that has become, it has read just before; where
     * controllers noted something of it in between, the server refuses, and it is replaced as it is by then.
     */
    private ApiResponse sendRequest(HttpExchange exchange, HelmApiRequestFilter.ProxiedHelmRequest request)
            throws IOException, ProblemException, InterruptedException {
        var replaced = renews ? replacementObject(exchange, request.bodyBytes()) : Optional.<ObjectNode>empty();
        var reply = transportSupplier.transport().send(requestFrom(exchange, request.body()));
        for (int renewal = 0; replaced.isPresent() && renewal < RENEWALS && reply.status() == CONFLICT; renewal++) {
            reply.close();
            var now = new ApiObjectReader(transportSupplier).readJson(requestPath(exchange).replaceFirst("\\?.*", ""),
                    MESSAGES.text("read.replaced"));
            replaced.get().withObject("metadata").set("resourceVersion", now.at(VERSION));
            reply = transportSupplier.transport()
                    .send(requestFrom(exchange, StandardCharsets.UTF_8.encode(replaced.get().toString())));
        }
        return reply;
    }

    /** Returns the object of a PUT that names a resource version; empty for any other request. */
    private static Optional<ObjectNode> replacementObject(HttpExchange exchange, byte[] body) throws IOException {
        var type = exchange.getRequestHeaders().getFirst(TYPE);
        if (exchange.getRequestMethod().equals("PUT") && type != null && type.contains("json")
                && JSON.readTree(body) instanceof ObjectNode object && object.at(VERSION).isTextual()) {
            return Optional.of(object);
        }
        return Optional.empty();
    }

    private String requestPath(HttpExchange exchange) {
        var uri = exchange.getRequestURI();
        return uri.getRawPath().substring(token.length() + 1)
                + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
    }

    private static ByteBuffer readBody(HttpExchange exchange) throws IOException {
        var body = exchange.getRequestBody().readNBytes(LARGEST + 1);
        if (body.length > LARGEST) {
            throw new IOException(MESSAGES.text("request.large"));
        }
        return ByteBuffer.wrap(body);
    }

    private ApiRequest requestFrom(HttpExchange exchange, ByteBuffer body) {
        var headers = exchange.getRequestHeaders();
        var type = headers.getFirst(TYPE);
        var accept = headers.getFirst("Accept");
        return ApiRequest.passThrough(exchange.getRequestMethod(), requestPath(exchange), body,
                Objects.requireNonNullElse(type, ""), Objects.requireNonNullElse(accept, "*/*"));
    }

    /** Copies a response as it arrives: a watch is passed on piece by piece. */
    private static void copyResponse(HttpExchange exchange, ApiResponse reply) throws IOException {
        exchange.getResponseHeaders().set(TYPE, reply.header(TYPE));
        exchange.sendResponseHeaders(reply.status(), 0);
        var buffer = new byte[BUFFER];
        var out = exchange.getResponseBody();
        for (int read = reply.body().read(buffer); read >= 0; read = reply.body().read(buffer)) {
            out.write(buffer, 0, read);
            out.flush();
        }
    }

    private static int statusCode(Problem problem) {
        return switch (problem.kind()) {
            case READ_ONLY, FORBIDDEN -> FORBIDDEN;
            case UNAUTHENTICATED -> UNAUTHORIZED;
            default -> BAD_GATEWAY;
        };
    }

    private static void writeRefusal(HttpExchange exchange, int code, String text) throws IOException {
        var status = JsonNodeFactory.instance.objectNode().put("kind", "Status").put("apiVersion", "v1")
                .put("status", "Failure").put("message", text).put("code", code).put("reason", statusReason(code));
        writeJson(exchange, code, status.toString());
    }

    private static String statusReason(int code) {
        if (code == FORBIDDEN) {
            return "Forbidden";
        }
        if (code == UNAUTHORIZED) {
            return "Unauthorized";
        }
        return "Unknown";
    }

    private static void writeJson(HttpExchange exchange, int code, String json) throws IOException {
        var bytes = json.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set(TYPE, "application/json");
        exchange.sendResponseHeaders(code, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    /** Returns the problem of the first request that was refused; Helm does not always repeat it. */
    Optional<Problem> firstRefusal() {
        return Optional.ofNullable(refused.get());
    }

    /** What is under way is broken off. */
    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
