package tessera.demo.http;

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

    /** Reads the whole body, which is empty if there is none; null if it is longer than the limit. May be asked for again. */
    public byte @Nullable [] readBody(int limit) throws IOException {
        var known = bytes;
        if (known == null) {
            known = body.readNBytes(limit + 1);
            bytes = known;
        }
        return known.length > limit ? null : known;
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
