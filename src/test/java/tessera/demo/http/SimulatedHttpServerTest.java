package tessera.demo.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The HTTP server as peers see it, well-behaved and hostile ones. */
class SimulatedHttpServerTest {

    private static final int LIMIT = 100_000;

    private final CountDownLatch peerGone = new CountDownLatch(1);
    private SimulatedHttpServer server;
    private SimulatedHttpServerFaults faults;

    @BeforeEach
    void start() throws IOException {
        var clock = Clock.fixed(Instant.parse("2026-11-21T05:58:03Z"), ZoneOffset.UTC);
        server = SimulatedHttpServer.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), null, clock,
                this::handle);
        faults = SimulatedHttpServerFaults.of(server);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private void handle(HttpExchange exchange) throws IOException {
        var request = exchange.request();
        switch (request.path()) {
            case "/echo" -> exchange.sendText(200, new String(request.readBody(LIMIT), StandardCharsets.UTF_8));
            case "/long" -> {
                try (var body = exchange.open(200, HttpHeaderFields.of("Content-Type", "text/plain"), true)) {
                    for (int i = 0; i < Integer.parseInt(request.query().firstValue("lines", "1")); i++) {
                        body.write("0123456789\n".getBytes(StandardCharsets.US_ASCII));
                    }
                }
            }
            case "/forever" -> forever(exchange);
            case "/fails" -> throw new IllegalStateException("on purpose");
            default -> exchange.sendText(404, "404 page not found\n");
        }
    }

    private void forever(HttpExchange exchange) throws IOException {
        exchange.onHangUp(peerGone::countDown);
        try (var body = exchange.open(200, HttpHeaderFields.of("Content-Type", "text/plain"), false)) {
            body.flush();
            peerGone.await(3, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private RawClient connect() throws IOException {
        return new RawClient(server.port());
    }

    @Test
    void shortAnswerHasItsLengthAndTheConnectionStays() throws IOException {
        try (var client = connect()) {
            for (int i = 0; i < 2; i++) {
                var answer = client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello").answer();
                assertThat(answer.status()).isEqualTo("HTTP/1.1 200 OK");
                assertThat(answer.headers()).contains("Content-Length: 5", "Date: Sat, 21 Nov 2026 05:58:03 GMT");
                assertThat(answer.body()).isEqualTo("hello");
            }
        }
    }

    @Test
    void answerOverTwoKibibytesComesInChunks() throws IOException {
        try (var client = connect()) {
            var answer = client.send("GET /long?lines=500 HTTP/1.1\r\nHost: a\r\n\r\n").answer();
            assertThat(answer.headers()).contains("Transfer-Encoding: chunked")
                    .noneMatch(header -> header.startsWith("Content-Length"));
            assertThat(answer.body()).hasSize(5500).startsWith("0123456789\n");
        }
    }

    @Test
    void onlyALargeAnswerIsCompressedAndOnlyIfAskedFor() throws IOException {
        try (var client = connect()) {
            var small = client.send("GET /long?lines=500 HTTP/1.1\r\nAccept-Encoding: gzip\r\n\r\n").answer();
            assertThat(small.headers()).doesNotContain("Content-Encoding: gzip");
            var plain = client.send("GET /long?lines=20000 HTTP/1.1\r\n\r\n").answer();
            assertThat(plain.body()).hasSize(220_000);
            client.send("GET /long?lines=20000 HTTP/1.1\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n");
            assertThat(client.head()).contains("Content-Encoding: gzip", "Vary: Accept-Encoding");
            client.line();
            var packed = client.rest().getBytes(StandardCharsets.ISO_8859_1);
            try (var body = new GZIPInputStream(new ByteArrayInputStream(packed))) {
                assertThat(body.readNBytes(11)).asString().isEqualTo("0123456789\n");
            }
        }
    }

    @Test
    void chunkedBodyIsReadAndWhatFollowsIsTheNextRequest() throws IOException {
        try (var client = connect()) {
            client.send("POST /echo HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n");
            client.send("3;x=y\r\nabc\r\n2\r\nde\r\n0\r\nTrailer: t\r\n\r\n");
            client.send("GET /nope HTTP/1.1\r\n\r\n");
            assertThat(client.answer().body()).isEqualTo("abcde");
            assertThat(client.answer().status()).isEqualTo("HTTP/1.1 404 Not Found");
        }
    }

    @Test
    void clientThatWaitsIsToldToGoOn() throws IOException {
        try (var client = connect()) {
            client.send("POST /echo HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
            assertThat(client.head()).containsExactly("HTTP/1.1 100 Continue");
            assertThat(client.send("ok").answer().body()).isEqualTo("ok");
        }
    }

    @Test
    void headHasTheHeadersOnly() throws IOException {
        try (var client = connect()) {
            client.send("HEAD /nope HTTP/1.1\r\n\r\n");
            assertThat(client.head()).contains("HTTP/1.1 404 Not Found", "Content-Length: 19");
            assertThat(client.send("POST /echo HTTP/1.1\r\nContent-Length: 1\r\n\r\nx").answer().body()).isEqualTo("x");
        }
    }

    @Test
    void upgradeToHttp2IsNotHeard() throws IOException {
        try (var client = connect()) {
            var answer = client.send("POST /echo HTTP/1.1\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
                    + "HTTP2-Settings: AAMAAABk\r\nContent-Length: 2\r\n\r\nok").answer();
            assertThat(answer.status()).isEqualTo("HTTP/1.1 200 OK");
            assertThat(answer.body()).isEqualTo("ok");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u0016\u0003\u0001\u0002\n", "GET\r\n\r\n", "get /echo HTTP/1.1\r\n\r\n",
        "GET echo HTTP/1.1\r\n\r\n", "GET /echo HTTP/1.1\r\nno colon\r\n\r\n", "GET /echo HTTP/1.1\r\n bad: x\r\n\r\n",
        "POST /echo HTTP/1.1\r\nContent-Length: -1\r\n\r\n", "POST /echo HTTP/1.1\r\nContent-Length: 9z\r\n\r\n",
        "POST /echo HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx",
        "POST /echo HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\nx",
        "POST /echo HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        "POST /echo HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n"})
    void malformedRequestIs400AndTheServerLives(String request) throws IOException {
        try (var client = connect()) {
            client.send(request);
            assertThat(client.line()).isEqualTo("HTTP/1.1 400 Bad Request");
        }
        theServerLives();
    }

    @Test
    void endlessHeadIs431() throws IOException {
        try (var client = connect()) {
            client.send("GET /echo HTTP/1.1\r\n");
            var filler = "X-Filler: " + "x".repeat(2000) + "\r\n";
            for (int i = 0; i < 131; i++) {
                client.send(filler);
            }
            assertThat(client.line()).isEqualTo("HTTP/1.1 431 Request Header Fields Too Large");
        }
        theServerLives();
    }

    @Test
    void otherVersionsAreRefused() throws IOException {
        try (var client = connect()) {
            assertThat(client.send("GET / HTTP/1.0\r\n\r\n").line())
                    .isEqualTo("HTTP/1.1 505 HTTP Version Not Supported");
        }
    }

    @Test
    void failureOfTheHandlerIs500AndTheConnectionStays() throws IOException {
        try (var client = connect()) {
            assertThat(client.send("GET /fails HTTP/1.1\r\n\r\n").answer().status())
                    .isEqualTo("HTTP/1.1 500 Internal Server Error");
            assertThat(client.send("GET /nope HTTP/1.1\r\n\r\n").answer().status()).isEqualTo("HTTP/1.1 404 Not Found");
        }
    }

    @Test
    void peerThatGoesAwayDuringAStreamIsNoticed() throws Exception {
        try (var client = connect()) {
            assertThat(client.send("GET /forever HTTP/1.1\r\n\r\n").head()).contains("HTTP/1.1 200 OK");
            assertThat(peerGone.getCount()).isEqualTo(1);
        }
        assertThat(peerGone.await(3, TimeUnit.MINUTES)).isTrue();
    }

    @Test
    void closingEndsOpenStreams() throws IOException {
        try (var client = connect()) {
            client.send("GET /forever HTTP/1.1\r\n\r\n").head();
            server.close();
            assertThat(client.closed()).isTrue();
        }
    }

    @Test
    void orderedFaultsStrikeAsOftenAsOrdered() throws IOException {
        faults.addFault("GET /nope", SimulatedHttpServerFault.tooManyRequests(Duration.ofSeconds(2)), 1);
        try (var client = connect()) {
            var refused = client.send("GET /nope HTTP/1.1\r\n\r\n").answer();
            assertThat(refused.status()).isEqualTo("HTTP/1.1 429 Too Many Requests");
            assertThat(refused.headers()).contains("Retry-After: 2");
            assertThat(client.send("GET /nope HTTP/1.1\r\n\r\n").answer().status()).isEqualTo("HTTP/1.1 404 Not Found");
        }
    }

    @Test
    void connectionCanBeCutInTheMiddleOfABody() throws IOException {
        var takeBack = faults.addFault("GET /long.*", new SimulatedHttpServerFault.TruncatedResponseFault(100));
        try (var client = connect()) {
            client.send("GET /long?lines=50 HTTP/1.1\r\n\r\n").head();
            assertThat(client.rest()).hasSize(100);
        }
        takeBack.run();
        try (var client = connect()) {
            assertThat(client.send("GET /long?lines=50 HTTP/1.1\r\n\r\n").answer().body()).hasSize(550);
        }
    }

    @Test
    void garbageCanBeSentInsteadOfAnAnswer() throws IOException {
        faults.addFault("GET .*", new SimulatedHttpServerFault.NonHttpResponseFault("\u0001\u0002\u0003"));
        try (var client = connect()) {
            assertThat(client.send("GET / HTTP/1.1\r\n\r\n").rest()).isEqualTo("\u0001\u0002\u0003");
        }
    }

    private void theServerLives() throws IOException {
        try (var client = connect()) {
            assertThat(client.send("GET /nope HTTP/1.1\r\n\r\n").answer().body()).isEqualTo("404 page not found\n");
        }
    }
}
