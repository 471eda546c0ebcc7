package tessera.demo.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Locale;

/** One request and its response: once, by a body, a stream or an upgrade. */
public final class HttpExchange {

    private static final DateTimeFormatter HTTP_DATE = DateTimeFormatter
            .ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US).withZone(ZoneOffset.UTC);
    private static final String WEBSOCKET_MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

    private final IncomingHttpRequest request;
    private final HttpExchangeConnection streams;
    private final HttpHeaderFields always = new HttpHeaderFields();
    private boolean responded;
    private boolean upgraded;

    /**
     * The streams, clock and hang-up watch of an exchange's connection.
     *
     * @param hangUp told to run something once the peer has gone
     */
    record HttpExchangeConnection(InputStream in, OutputStream out, Clock clock, HangUpWatcher hangUp) {}

    /** A watch for hang-ups of the peer during a streamed response. */
    interface HangUpWatcher {
        void onHangUp(Runnable action);
    }

    HttpExchange(IncomingHttpRequest request, HttpExchangeConnection streams) {
        this.request = request;
        this.streams = streams;
    }

    public IncomingHttpRequest request() {
        return request;
    }

    /** Returns the headers that every response to this request carries. */
    public HttpHeaderFields commonHeaders() {
        return always;
    }

    /** Sends a response with a complete body. */
    public void send(int status, HttpHeaderFields headers, byte[] body) throws IOException {
        try (var out = open(status, headers, false)) {
            out.write(body);
        }
    }

    public void sendText(int status, String text) throws IOException {
        send(status,
                HttpHeaderFields.of("Content-Type", "text/plain; charset=utf-8", "X-Content-Type-Options", "nosniff"),
                text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Starts a response whose body is written piece by piece; the caller closes it.
     *
     * @param compressible whether a large body may be compressed for a client that asks for it
     */
    public SimulatedServerResponseBody open(int status, HttpHeaderFields headers, boolean compressible) {
        responded = true;
        var head = responseHeaders(headers);
        boolean bodyless = request.method().equals("HEAD") || status == 204 || status == 304;
        boolean compressed = compressible && request.headers().listsToken("Accept-Encoding", "gzip");
        return new SimulatedServerResponseBody(streams.out(), status, head,
                new SimulatedServerResponseBody.BodyPresenceAndCompression(bodyless, compressed));
    }

    /** Runs the action if the peer hangs up before the response is complete. For answers that may last. */
    public void onHangUp(Runnable action) {
        streams.hangUp().onHangUp(action);
    }

    /**
     * Answers 101 and continues as WebSocket. The request must {@linkplain IncomingHttpRequest#wantsWebSocket() want} that.
     *
     * @param protocol the one chosen of those offered; empty for none
     */
    public ServerWebSocket upgrade(String protocol) throws IOException {
        responded = true;
        upgraded = true;
        var key = request.headers().firstValue("Sec-WebSocket-Key", "");
        var head = new StringBuilder(
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n")
                .append("Sec-WebSocket-Accept: ").append(acceptKey(key)).append("\r\n");
        if (!protocol.isEmpty()) {
            head.append("Sec-WebSocket-Protocol: ").append(protocol).append("\r\n");
        }
        streams.out().write(head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
        streams.out().flush();
        return new ServerWebSocket(streams.in(), streams.out());
    }

    HttpExchangeConnection streams() {
        return streams;
    }

    boolean isAnswered() {
        return responded;
    }

    boolean isUpgraded() {
        return upgraded;
    }

    private HttpHeaderFields responseHeaders(HttpHeaderFields headers) {
        var head = new HttpHeaderFields();
        always.forEach(head::add);
        headers.forEach(head::add);
        head.set("Date", HTTP_DATE.format(streams.clock().instant()));
        if (!request.keepsAlive()) {
            head.set("Connection", "close");
        }
        return head;
    }

    private static String acceptKey(String key) {
        try {
            var sha1 = MessageDigest.getInstance("SHA-1");
            return Base64.getEncoder()
                    .encodeToString(sha1.digest((key + WEBSOCKET_MAGIC).getBytes(StandardCharsets.US_ASCII)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-1", e);
        }
    }
}
