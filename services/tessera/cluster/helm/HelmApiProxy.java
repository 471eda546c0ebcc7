package tessera.cluster.helm;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import okio.ByteString;
import org.jspecify.annotations.Nullable;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.http.ApiResponse;
import tessera.cluster.object.ObjectLists;
import tessera.cluster.object.ObjectLists.ServerRoute;
import tessera.model.Failure;
import tessera.model.Problem;

/**
 * A door on the loopback interface through which Helm reaches a cluster: over the session's own connection, with its
 * credential and its trust, and through the write gate. It is open for one piece of work, and only to who knows its word.
 */
final class HelmApiProxy implements AutoCloseable {

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

    private final ServerRoute way;
    private final boolean renews;
    private final DoorFilter filter;
    private final HttpServer server;
    private final ExecutorService threads;
    private final String word;
    private final AtomicReference<@Nullable Problem> refused = new AtomicReference<>();

    private HelmApiProxy(ServerRoute way, boolean renews, DoorFilter filter, HttpServer server) {
        this.way = way;
        this.renews = renews;
        this.filter = filter;
        this.server = server;
        threads = Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("helm-", 0).factory());
        var random = new byte[32];
        new SecureRandom().nextBytes(random);
        word = HexFormat.of().formatHex(random);
        server.setExecutor(threads);
        server.createContext("/", this::pass);
        server.start();
    }

    /** @param renews whether Helm replaces objects whatever they have become, as it does where it writes all of them anew */
    static HelmApiProxy open(ServerRoute way, boolean renews, DoorFilter filter) throws IOException {
        return new HelmApiProxy(way, renews, filter,
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
    }

    /** What leads through it, and nowhere else; not to be written to a disk. */
    String kubeconfig(String namespace) {
        var name = "tessera";
        var config = JsonNodeFactory.instance.objectNode().put("apiVersion", "v1").put("kind", "Config")
                .put("current-context", name);
        config.putArray("clusters").addObject().put("name", name).putObject("cluster").put("server", "http://"
                + InetAddress.getLoopbackAddress().getHostAddress() + ":" + server.getAddress().getPort() + "/" + word);
        config.putArray("users").addObject().put("name", name).putObject("user");
        config.putArray("contexts").addObject().put("name", name).putObject("context").put("cluster", name)
                .put("user", name).put("namespace", namespace);
        return config.toString();
    }

    private void pass(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (!knows(exchange.getRequestURI().getRawPath())) {
                refuse(exchange, UNAUTHORIZED, "This door is not for you");
                return;
            }
            try {
                pass(exchange,
                        new DoorFilter.ProxiedRequest(exchange.getRequestMethod(), path(exchange), body(exchange)));
            } catch (Failure failure) {
                refused.compareAndSet(null, failure.problem());
                refuse(exchange, status(failure.problem()), failure.problem().sentence());
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                refuse(exchange, BAD_GATEWAY, "It was given up");
            }
        }
    }

    private void pass(HttpExchange exchange, DoorFilter.ProxiedRequest request)
            throws IOException, Failure, InterruptedException {
        var own = filter.answer(request);
        if (own.isPresent()) {
            write(exchange, own.get().status(), own.get().body());
            return;
        }
        try (var reply = sent(exchange, request.body())) {
            filter.began(request, reply);
            answer(exchange, reply);
        } finally {
            filter.ended(request);
        }
    }

    /** The word is the first part of the path: without TLS the Go client keeps a token to itself. */
    private boolean knows(String path) {
        var begin = "/" + word + "/";
        return path.length() >= begin.length() && MessageDigest.isEqual(begin.getBytes(StandardCharsets.UTF_8),
                path.substring(0, begin.length()).getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Sends what Helm asks. An object that it replaces, whatever that has become, it has read just before; where
     * controllers noted something of it in between, the server refuses, and it is replaced as it is by then.
     */
    private ApiResponse sent(HttpExchange exchange, ByteString body) throws IOException, Failure, InterruptedException {
        var replaced = renews ? replaced(exchange, body) : Optional.<ObjectNode>empty();
        var reply = way.wire().send(asked(exchange, body));
        for (int renewal = 0; replaced.isPresent() && renewal < RENEWALS && reply.status() == CONFLICT; renewal++) {
            reply.close();
            var now = new ObjectLists(way).read(path(exchange).replaceFirst("\\?.*", ""), "read what Helm replaces");
            replaced.get().withObject("metadata").set("resourceVersion", now.at(VERSION));
            reply = way.wire().send(asked(exchange, ByteString.encodeUtf8(replaced.get().toString())));
        }
        return reply;
    }

    /** The object that is to stand in the place of another of a version; empty where the request is for something else. */
    private static Optional<ObjectNode> replaced(HttpExchange exchange, ByteString body) throws IOException {
        var type = exchange.getRequestHeaders().getFirst(TYPE);
        return exchange.getRequestMethod().equals("PUT") && type != null && type.contains("json")
                && JSON.readTree(body.utf8()) instanceof ObjectNode object && object.at(VERSION).isTextual()
                        ? Optional.of(object)
                        : Optional.empty();
    }

    private String path(HttpExchange exchange) {
        var uri = exchange.getRequestURI();
        return uri.getRawPath().substring(word.length() + 1)
                + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
    }

    private static ByteString body(HttpExchange exchange) throws IOException {
        var body = exchange.getRequestBody().readNBytes(LARGEST + 1);
        if (body.length > LARGEST) {
            throw new IOException("a request has no end");
        }
        return ByteString.of(body);
    }

    private ApiRequest asked(HttpExchange exchange, ByteString body) {
        var headers = exchange.getRequestHeaders();
        var type = headers.getFirst(TYPE);
        var accept = headers.getFirst("Accept");
        return ApiRequest.passed(exchange.getRequestMethod(), path(exchange), body, type == null ? "" : type,
                accept == null ? "*/*" : accept);
    }

    /** As it comes: a watch is answered piece by piece. */
    private static void answer(HttpExchange exchange, ApiResponse reply) throws IOException {
        exchange.getResponseHeaders().set(TYPE, reply.header(TYPE));
        exchange.sendResponseHeaders(reply.status(), 0);
        var buffer = new byte[BUFFER];
        var out = exchange.getResponseBody();
        for (int read = reply.body().read(buffer); read >= 0; read = reply.body().read(buffer)) {
            out.write(buffer, 0, read);
            out.flush();
        }
    }

    private static int status(Problem problem) {
        return switch (problem.kind()) {
            case READ_ONLY, FORBIDDEN -> FORBIDDEN;
            case UNAUTHENTICATED -> UNAUTHORIZED;
            default -> BAD_GATEWAY;
        };
    }

    private static void refuse(HttpExchange exchange, int code, String words) throws IOException {
        var status = JsonNodeFactory.instance.objectNode().put("kind", "Status").put("apiVersion", "v1")
                .put("status", "Failure").put("message", words).put("code", code)
                .put("reason", code == FORBIDDEN ? "Forbidden" : code == UNAUTHORIZED ? "Unauthorized" : "Unknown");
        write(exchange, code, status.toString());
    }

    private static void write(HttpExchange exchange, int code, String json) throws IOException {
        var bytes = json.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set(TYPE, "application/json");
        exchange.sendResponseHeaders(code, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    /** Why the first request that was not passed on was not: Helm does not always repeat what it is told. */
    Optional<Problem> refused() {
        return Optional.ofNullable(refused.get());
    }

    /** What is under way is broken off. */
    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
