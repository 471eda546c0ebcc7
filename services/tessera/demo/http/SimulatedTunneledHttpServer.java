package tessera.demo.http;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Clock;

/** An HTTP conversation over streams that are carried elsewhere, such as a forwarded port. */
public final class SimulatedTunneledHttpServer {

    private SimulatedTunneledHttpServer() {}

    /**
     * Answers requests in sequence until the client ends the conversation or no longer keeps it alive.
     *
     * @throws IOException if the client cannot be reached any more, or does not speak HTTP
     */
    public static void serve(InputStream from, OutputStream to, HttpRequestHandler handler, Clock clock)
            throws IOException {
        var in = new HttpConnectionInput(from);
        var out = new BufferedOutputStream(to, 16 * 1024);
        for (var request = in.nextRequest(() -> {}); request != null; request = in.nextRequest(() -> {})) {
            var exchange = new HttpExchange(request, new HttpExchange.HttpExchangeConnection(in, out, clock, _ -> {}));
            handler.handle(exchange);
            out.flush();
            if (!exchange.isAnswered() || !request.keepsAlive() || !request.body().drain(Long.MAX_VALUE)) {
                return;
            }
        }
    }
}
