package tessera.demo.http;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * One request: the head is read at once, the body on demand.
 *
 * @param path as sent, with escapes
 */
public record IncomingHttpRequest(String method, String path, HttpQueryParameters query, HttpHeaderFields headers,
        SimulatedServerRequestBody body) {

    static IncomingHttpRequest of(String method, String target, HttpHeaderFields headers,
            SimulatedServerRequestBody body) {
        int mark = target.indexOf('?');
        return new IncomingHttpRequest(method, mark < 0 ? target : target.substring(0, mark),
                new HttpQueryParameters(mark < 0 ? "" : target.substring(mark + 1)), headers, body);
    }

    /** Reads the whole body, which is empty if there is none; null if it is longer than the limit. May be asked for again. */
    public byte @Nullable [] readBody(int limit) throws IOException {
        var bytes = body.readWhole(limit + 1);
        return bytes.length > limit ? null : bytes;
    }

    /** Returns whether the peer requests an upgrade to WebSocket. Other upgrades, h2c for one, are not heard. */
    public boolean wantsWebSocket() {
        return headers.listsToken("Connection", "upgrade") && headers.listsToken("Upgrade", "websocket")
                && headers.firstValue("Sec-WebSocket-Key") != null;
    }

    boolean keepsAlive() {
        return !headers.listsToken("Connection", "close");
    }
}
