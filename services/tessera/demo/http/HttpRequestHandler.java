package tessera.demo.http;

import java.io.IOException;

/** A handler of requests to a server. Called on a virtual thread of its own connection. */
@FunctionalInterface
public interface HttpRequestHandler {

    /**
     * Answers the request; without an answer the connection ends.
     *
     * @throws IOException if the peer cannot be reached any more; the connection ends
     */
    void handle(HttpExchange exchange) throws IOException;
}
