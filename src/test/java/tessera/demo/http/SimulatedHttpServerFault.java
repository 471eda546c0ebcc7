package tessera.demo.http;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** A simulated failure of a request. */
public sealed interface SimulatedHttpServerFault {

    /** A given response instead of the true one. */
    record FixedResponseFault(int status, HttpHeaderFields headers, String body) implements SimulatedHttpServerFault {}

    /** The true response after a delay. */
    record DelayedResponseFault(Duration delay) implements SimulatedHttpServerFault {}

    /** The true response, held until a latch opens. */
    record HeldResponseFault(CountDownLatch latch) implements SimulatedHttpServerFault {}

    /** The true response, cut off with the connection after a number of bytes. */
    record TruncatedResponseFault(int afterBytes) implements SimulatedHttpServerFault {}

    /**
     * Bytes that are not HTTP, followed by the end of the connection.
     *
     * @param bytes each character is one byte
     */
    record NonHttpResponseFault(String bytes) implements SimulatedHttpServerFault {}

    static SimulatedHttpServerFault ofAnswer(int status, String contentType, String body) {
        return new FixedResponseFault(status, HttpHeaderFields.of("Content-Type", contentType), body);
    }

    /** Returns the API server's 429 response under priority and fairness. */
    static SimulatedHttpServerFault tooManyRequests(Duration retryAfter) {
        return new FixedResponseFault(429,
                HttpHeaderFields.of("Cache-Control", "no-cache, private", "Content-Type", "text/plain; charset=utf-8",
                        "Retry-After", Long.toString(retryAfter.toSeconds()), "X-Content-Type-Options", "nosniff"),
                "Too many requests, please try again later.\n");
    }

    /** Returns the API server's 403 response with this message. */
    static SimulatedHttpServerFault forbidden(String message) {
        return ofAnswer(403, "application/json",
                "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Failure\",\"message\":\""
                        + message.replace("\"", "\\\"") + "\",\"reason\":\"Forbidden\",\"code\":403}");
    }
}
