package tessera.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import tessera.app.Program.Outcome;
import tessera.demo.SimulatedCluster;
import tessera.demo.SimulatedCluster.SimulationOptions;

/** A simulated cluster behind a server that sends some of its objects in another shape. Its watches tell nothing. */
final class OddCluster implements AutoCloseable {

    /** Stands for a value that is nested more deeply than anybody reads. */
    static final String DEEP = "nested without end";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int DEPTH = 5_000;

    private final SimulatedCluster cluster = SimulatedCluster
            .start(SimulationOptions.defaultOptions().withActivity(false).withTls(false).withClaims(true));
    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final HttpServer server;
    private final Path home;
    private volatile UnaryOperator<JsonNode> oddity = UnaryOperator.identity();

    OddCluster(Path home) throws IOException {
        this.home = home;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
        Files.writeString(home.resolve("odd.kubeconfig"), cluster.kubeconfig().replace(cluster.url(),
                "http://127.0.0.1:%d".formatted(server.getAddress().getPort())));
    }

    /** Returns the objects of a collection as they are. */
    List<JsonNode> objects(String path) throws Exception {
        var list = JSON.readTree(client.send(request("GET", path, "", new byte[0]), BodyHandlers.ofByteArray()).body());
        var objects = new ArrayList<JsonNode>();
        list.path("items").forEach(objects::add);
        return objects;
    }

    /** Sends one object as another value from now on, and all others as they are. */
    void replace(JsonNode object, JsonNode other) {
        var uid = object.at("/metadata/uid");
        oddity = element -> element.at("/metadata/uid").equals(uid) ? other : element;
    }

    /** Sends all objects as they are. */
    void behave() {
        oddity = UnaryOperator.identity();
    }

    Outcome run(String... words) {
        var command = new ArrayList<>(List.of(words));
        command.addAll(List.of("--kubeconfig", home.resolve("odd.kubeconfig").toString()));
        return new Program(home).with("XDG_DATA_HOME", home.resolve("data").toString())
                .run(command.toArray(String[]::new));
    }

    private HttpRequest request(String method, String path, String type, byte[] body) {
        var request = HttpRequest.newBuilder(URI.create(cluster.url() + path))
                .method(method, body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body))
                .header("Authorization", "Bearer " + token());
        return (type.isEmpty() ? request : request.header("Content-Type", type)).build();
    }

    private String token() {
        var config = cluster.kubeconfig();
        return config.replaceAll("(?s).*token: \"?([^\"\\s,}]+).*", "$1");
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var asked = exchange.getRequestURI();
            if (Objects.requireNonNullElse(asked.getQuery(), "").contains("watch=1")) {
                exchange.sendResponseHeaders(200, 0);
                exchange.getResponseBody().flush();
                Thread.currentThread().join();
            }
            var type = Objects.requireNonNullElse(exchange.getRequestHeaders().getFirst("Content-Type"), "");
            var told = client.send(request(exchange.getRequestMethod(), asked.toString(), type,
                    exchange.getRequestBody().readAllBytes()), BodyHandlers.ofByteArray());
            var kind = told.headers().firstValue("Content-Type").orElse("text/plain");
            var body = kind.startsWith("application/json") ? odd(told.body()) : told.body();
            exchange.getResponseHeaders().set("Content-Type", kind);
            exchange.sendResponseHeaders(told.statusCode(), body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        } catch (InterruptedException _) {
            // The server was stopped.
        }
    }

    private byte[] odd(byte[] body) throws IOException {
        if (body.length == 0) {
            return body;
        }
        var told = JSON.readTree(body);
        var items = told.path("items");
        for (int at = 0; at < items.size(); at++) {
            ((ArrayNode) items).set(at, oddity.apply(items.get(at)));
        }
        var deep = "[".repeat(DEPTH) + "]".repeat(DEPTH);
        return JSON.writeValueAsString(oddity.apply(told)).replace("\"" + DEEP + "\"", deep)
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Returns an object with the value at a path replaced. */
    static JsonNode with(JsonNode object, List<String> path, JsonNode value) {
        if (path.isEmpty()) {
            return value;
        }
        var copy = object.deepCopy();
        var inner = with(copy.isArray() ? copy.get(Integer.parseInt(path.getFirst())) : copy.path(path.getFirst()),
                path.subList(1, path.size()), value);
        if (copy instanceof ArrayNode list) {
            list.set(Integer.parseInt(path.getFirst()), inner);
        } else {
            ((ObjectNode) copy).set(path.getFirst(), inner);
        }
        return copy;
    }

    static JsonNode text(String text) {
        return JsonNodeFactory.instance.textNode(text);
    }

    @Override
    public void close() {
        server.stop(0);
        cluster.close();
    }
}
