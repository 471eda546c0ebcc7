package tessera.demo.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** One request: the head is read at once, the body on demand. */
public final class IncomingHttpRequest {

    private final String method;
    private final String path;
    private final HttpQueryParameters query;
    private final HttpHeaderFields headers;
    private final SimulatedServerRequestBody body;
    private byte @Nullable [] bytes;

    IncomingHttpRequest(String method, String target, HttpHeaderFields headers, SimulatedServerRequestBody body) {
        this.method = method;
        int mark = target.indexOf('?');
        this.path = mark < 0 ? target : target.substring(0, mark);
        this.query = new HttpQueryParameters(mark < 0 ? "" : target.substring(mark + 1));
        this.headers = headers;
        this.body = body;
    }

    public String method() {
        return method;
    }

    /** Returns the path as sent, with escapes. */
    public String path() {
        return path;
    }

    public HttpQueryParameters query() {
        return query;
    }

    public HttpHeaderFields headers() {
        return headers;
    }

    /**
     * Reads the whole body; empty if there is none. May be asked for again.
     *
     * @throws RequestBodyTooLargeException if it is longer than the limit
     */
    public byte[] readBody(int limit) throws IOException {
        var known = bytes;
        if (known != null) {
            return known;
        }
        var whole = new ByteArrayOutputStream();
        var buffer = new byte[8192];
        for (int count = body.read(buffer); count >= 0; count = body.read(buffer)) {
            if (whole.size() + count > limit) {
                throw new RequestBodyTooLargeException(limit);
            }
            whole.write(buffer, 0, count);
        }
        known = whole.toByteArray();
        bytes = known;
        return known;
    }

    /** Returns whether the peer requests an upgrade to WebSocket. Other upgrades, h2c for one, are not heard. */
    public boolean wantsWebSocket() {
        return headers.listsToken("Connection", "upgrade") && headers.listsToken("Upgrade", "websocket")
                && headers.firstValue("Sec-WebSocket-Key") != null;
    }

    boolean keepsAlive() {
        return !headers.listsToken("Connection", "close");
    }

    SimulatedServerRequestBody unreadBody() {
        return body;
    }
}
