package tessera.demo.http;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** A simulated failure of a request. */
public sealed interface ServerFault {

    /** A given response instead of the true one. */
    record AnswerFault(int status, HeaderFields headers, String body) implements ServerFault {}

    /** The true response after a delay. */
    record LateFault(Duration delay) implements ServerFault {}

    /** The true response, held until a latch opens. */
    record HeldFault(CountDownLatch latch) implements ServerFault {}

    /** The true response, cut off with the connection after a number of bytes. */
    record CutFault(int afterBytes) implements ServerFault {}

    /**
     * Bytes that are not HTTP, followed by the end of the connection.
     *
     * @param bytes each character is one byte
     */
    record GarbageFault(String bytes) implements ServerFault {}

    static ServerFault ofAnswer(int status, String contentType, String body) {
        return new AnswerFault(status, HeaderFields.of("Content-Type", contentType), body);
    }

    /** Returns the API server's 429 response under priority and fairness. */
    static ServerFault tooManyRequests(Duration retryAfter) {
        return new AnswerFault(429,
                HeaderFields.of("Cache-Control", "no-cache, private", "Content-Type", "text/plain; charset=utf-8",
                        "Retry-After",
                        Long.toString(retryAfter.toSeconds()), "X-Content-Type-Options", "nosniff"),
                "Too many requests, please try again later.\n");
    }

    /** Returns the API server's 403 response with this message. */
    static ServerFault forbidden(String message) {
        return ofAnswer(403, "application/json",
                "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Failure\",\"message\":\""
                        + message.replace("\"", "\\\"") + "\",\"reason\":\"Forbidden\",\"code\":403}");
    }
}
