package tessera.demo.http;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Clock;

/** A conversation in HTTP over streams that somebody else carries, such as a forwarded port. */
public final class HttpConversation {

    private HttpConversation() {}

    /**
     * Answers one request after the other until the client ends, or wants no more.
     *
     * @throws IOException if the client cannot be reached any more, or does not speak HTTP
     */
    public static void over(InputStream from, OutputStream to, RequestHandler handler, Clock clock) throws IOException {
        var in = new WireInput(from);
        var out = new BufferedOutputStream(to, 16 * 1024);
        var reader = new RequestReader(in);
        for (var request = reader.next(() -> {}); request != null; request = reader.next(() -> {})) {
            var exchange = new HttpExchange(request, new HttpExchange.ExchangeLink(in, out, clock, _ -> {}));
            handler.handle(exchange);
            out.flush();
            if (!exchange.answered() || !request.keepsAlive() || !request.remainder().drain(Long.MAX_VALUE)) {
                return;
            }
        }
    }
}
