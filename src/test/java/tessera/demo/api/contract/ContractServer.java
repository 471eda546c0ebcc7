package tessera.demo.api.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.SplittableRandom;
import tessera.demo.api.SimulatedApiServer;
import tessera.demo.api.SimulatedApiServerWaitTimeFactor;
import tessera.demo.api.kubelet.SimulatedKubeletDialer;
import tessera.demo.http.RawClient;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedEtcdStore;

/** A server in a state that recordings can be replayed against. */
final class ContractServer implements AutoCloseable {

    private static final Instant BEGIN = Instant.parse("2026-11-21T05:57:55Z");
    /** Waits take a fiftieth of what they took when they were recorded. */
    private static final SimulatedApiServerWaitTimeFactor PACE = new SimulatedApiServerWaitTimeFactor(0.02);

    private final MovableClock clock = new MovableClock(BEGIN);
    private final SimulatedApiServer server;
    private final int port;

    ContractServer() {
        try {
            server = SimulatedApiServer
                    .start(new SimulatedApiServer.ApiServerOptions(0, clock, PACE, new SplittableRandom(7), null,
                            SimulatedEtcdStore.StoreMemoryLimits.USUAL, SimulatedKubeletDialer.UNANSWERED));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        port = URI.create(server.url()).getPort();
    }

    SimulatedApiServer server() {
        return server;
    }

    MovableClock clock() {
        return clock;
    }

    /** Places an object as it was recorded, with its version and its identity. */
    void load(JsonNode object) {
        var copy = (ObjectNode) object.deepCopy();
        var type = server.storedObjects().catalog().findByKind(copy.path("apiVersion").asText(),
                copy.path("kind").asText());
        try {
            server.storedObjects().store().write(writer -> {
                writer.load(type, copy);
                return copy;
            });
        } catch (SimulatedApiException e) {
            throw new IllegalStateException(e);
        }
    }

    void advance(long version) {
        try {
            server.storedObjects().store().write(writer -> {
                writer.advanceVersion(version);
                return version;
            });
        } catch (SimulatedApiException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Sends a request as it was recorded. */
    RawClient.Answer send(JsonNode request) throws IOException {
        try (var client = new RawClient(port)) {
            return send(client, request).answer(!request.path("method").asText().equals("HEAD"));
        }
    }

    RawClient connect() throws IOException {
        return new RawClient(port);
    }

    RawClient send(RawClient client, JsonNode request) throws IOException {
        var body = body(request.path("body"));
        var head = new StringBuilder(request.path("method").asText()).append(' ').append(request.path("path").asText())
                .append(" HTTP/1.1\r\nHost: APISERVER\r\n");
        if (!request.path("headers").has("User-Agent")) {
            head.append("User-Agent: ").append(request.path("agent").asText("contract-recorder")).append("/1.0\r\n");
        }
        request.path("headers").properties().forEach(header -> {
            if (!header.getKey().equals("Authorization")) {
                head.append(header.getKey()).append(": ").append(header.getValue().asText()).append("\r\n");
            }
        });
        var token = token(request.path("as").asText("admin"));
        if (!token.isEmpty()) {
            head.append("Authorization: Bearer ").append(token).append("\r\n");
        }
        if (body.length > 0 || !request.path("body").isMissingNode()) {
            head.append("Content-Length: ").append(body.length).append("\r\n");
        }
        return client.send(head.append("\r\n").toString()).send(body);
    }

    private String token(String user) {
        return switch (user) {
            case "anonymous" -> "";
            case "badtoken" -> "not-a-valid-token";
            case "null" -> server.bearerToken("admin");
            default -> server.bearerToken(user);
        };
    }

    private static byte[] body(JsonNode body) throws IOException {
        if (body.isMissingNode() || body.isNull()) {
            return new byte[0];
        }
        return body.isTextual() ? body.asText().getBytes(StandardCharsets.UTF_8)
                : Recording.JSON.writeValueAsBytes(body);
    }

    @Override
    public void close() {
        server.close();
    }
}
