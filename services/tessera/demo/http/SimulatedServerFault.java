package tessera.demo.http;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** A simulated failure of a request. */
public sealed interface SimulatedServerFault {

    /** A given response instead of the true one. */
    record FixedResponseFault(int status, HttpHeaderFields headers, String body) implements SimulatedServerFault {}

    /** The true response after a delay. */
    record DelayedResponseFault(Duration delay) implements SimulatedServerFault {}

    /** The true response, held until a latch opens. */
    record HeldResponseFault(CountDownLatch latch) implements SimulatedServerFault {}

    /** The true response, cut off with the connection after a number of bytes. */
    record TruncatedResponseFault(int afterBytes) implements SimulatedServerFault {}

    /**
     * Bytes that are not HTTP, followed by the end of the connection.
     *
     * @param bytes each character is one byte
     */
    record NonHttpResponseFault(String bytes) implements SimulatedServerFault {}

    static SimulatedServerFault ofAnswer(int status, String contentType, String body) {
        return new FixedResponseFault(status, HttpHeaderFields.of("Content-Type", contentType), body);
    }

    /** Returns the API server's 429 response under priority and fairness. */
    static SimulatedServerFault tooManyRequests(Duration retryAfter) {
        return new FixedResponseFault(429,
                HttpHeaderFields.of("Cache-Control", "no-cache, private", "Content-Type", "text/plain; charset=utf-8",
                        "Retry-After",
                        Long.toString(retryAfter.toSeconds()), "X-Content-Type-Options", "nosniff"),
                "Too many requests, please try again later.\n");
    }

    /** Returns the API server's 403 response with this message. */
    static SimulatedServerFault forbidden(String message) {
        return ofAnswer(403, "application/json",
                "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Failure\",\"message\":\""
                        + message.replace("\"", "\\\"") + "\",\"reason\":\"Forbidden\",\"code\":403}");
    }
}
