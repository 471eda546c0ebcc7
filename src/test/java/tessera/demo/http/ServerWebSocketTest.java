package tessera.demo.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** WebSockets against the JDK's client and against hand-made frames. */
class ServerWebSocketTest {

    private SimulatedHttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = SimulatedHttpServer.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), null,
                Clock.systemUTC(), ServerWebSocketTest::echo);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static void echo(HttpExchange exchange) throws IOException {
        var socket = exchange.upgrade(exchange.request().headers().firstValue("Sec-WebSocket-Protocol", ""));
        for (var message = socket.receive(); message != null; message = socket.receive()) {
            if (message[0] == 0) {
                socket.sendBinary(message);
            } else {
                socket.sendText(new String(message, StandardCharsets.UTF_8));
            }
        }
    }

    @Test
    void messagesPingsAndTheEndAreUnderstoodByAnotherImplementation() throws Exception {
        var heard = new LinkedBlockingQueue<String>();
        try (var client = HttpClient.newHttpClient()) {
            var socket = client.newWebSocketBuilder().subprotocols("v5.channel.k8s.io")
                    .buildAsync(URI.create("ws://127.0.0.1:" + server.port() + "/"), listener(heard))
                    .get(3, TimeUnit.MINUTES);
            assertThat(socket.getSubprotocol()).isEqualTo("v5.channel.k8s.io");
            socket.sendText("a".repeat(70_000), false).get(3, TimeUnit.MINUTES);
            socket.sendText("ü", true).get(3, TimeUnit.MINUTES);
            assertThat(heard.poll(10, TimeUnit.SECONDS)).isEqualTo("a".repeat(70_000) + "ü");
            socket.sendBinary(ByteBuffer.wrap(new byte[200]), true).get(3, TimeUnit.MINUTES);
            assertThat(heard.poll(10, TimeUnit.SECONDS)).isEqualTo("200 bytes");
            socket.sendPing(ByteBuffer.wrap(new byte[] {7})).get(3, TimeUnit.MINUTES);
            assertThat(heard.poll(10, TimeUnit.SECONDS)).isEqualTo("pong 7");
            socket.sendClose(1000, "done").get(3, TimeUnit.MINUTES);
            assertThat(heard.poll(10, TimeUnit.SECONDS)).isEqualTo("closed 1000");
        }
    }

    @Test
    void frameThatIsNotMaskedEndsTheConversation() throws IOException {
        try (var client = new RawClient(server.port())) {
            client.send("GET / HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n");
            client.send("Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
            assertThat(client.head()).containsExactly("HTTP/1.1 101 Switching Protocols", "Upgrade: websocket",
                    "Connection: Upgrade", "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
            client.send(new byte[] {(byte) 0x81, 2, 'h', 'i'});
            assertThat(client.bytes(4)).containsExactly(0x88, 2, 1002 >> 8, 1002 & 0xff);
            assertThat(client.closed()).isTrue();
        }
    }

    private static java.net.http.WebSocket.Listener listener(LinkedBlockingQueue<String> heard) {
        return new java.net.http.WebSocket.Listener() {

            private final StringBuilder text = new StringBuilder();

            @Override
            public CompletionStage<?> onText(java.net.http.WebSocket socket, CharSequence data, boolean last) {
                text.append(data);
                if (last) {
                    heard.add(text.toString());
                    text.setLength(0);
                }
                socket.request(1);
                return CompletableFuture.completedStage(null);
            }

            @Override
            public CompletionStage<?> onBinary(java.net.http.WebSocket socket, ByteBuffer data, boolean last) {
                heard.add(data.remaining() + " bytes");
                socket.request(1);
                return CompletableFuture.completedStage(null);
            }

            @Override
            public CompletionStage<?> onPong(java.net.http.WebSocket socket, ByteBuffer message) {
                heard.add("pong " + message.get());
                socket.request(1);
                return CompletableFuture.completedStage(null);
            }

            @Override
            public CompletionStage<?> onClose(java.net.http.WebSocket socket, int status, String reason) {
                heard.add("closed " + status);
                return CompletableFuture.completedStage(null);
            }
        };
    }
}
