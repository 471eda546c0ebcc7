package tessera.demo.http;

import java.io.IOException;

/** What a server does with a request. Called on a virtual thread of its own connection. */
@FunctionalInterface
public interface RequestHandler {

    /**
     * Answers, or leaves the connection to end without an answer.
     *
     * @throws IOException if the peer cannot be reached any more; the connection ends
     */
    void handle(HttpExchange exchange) throws IOException;
}
