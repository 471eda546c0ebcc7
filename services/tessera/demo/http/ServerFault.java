package tessera.demo.http;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** A way in which a server can fail a request. */
public sealed interface ServerFault {

    /** This answer instead of the true one. */
    record AnswerFault(int status, HeaderFields headers, String body) implements ServerFault {}

    /** The true answer, but late. */
    record Late(Duration by) implements ServerFault {}

    /** The true answer, but only once it is let go. */
    record HeldFault(CountDownLatch until) implements ServerFault {}

    /** The true answer, but the connection ends after so many bytes of it. */
    record CutFault(int afterBytes) implements ServerFault {}

    /**
     * Bytes that are no HTTP at all, and the end of the connection.
     *
     * @param bytes each character is one byte
     */
    record Garbage(String bytes) implements ServerFault {}

    static ServerFault answer(int status, String contentType, String body) {
        return new AnswerFault(status, HeaderFields.of("Content-Type", contentType), body);
    }

    /** What priority and fairness answers when the server has too much to do. */
    static ServerFault tooManyRequests(Duration retryAfter) {
        return new AnswerFault(429,
                HeaderFields.of("Cache-Control", "no-cache, private", "Content-Type", "text/plain; charset=utf-8",
                        "Retry-After",
                        Long.toString(retryAfter.toSeconds()), "X-Content-Type-Options", "nosniff"),
                "Too many requests, please try again later.\n");
    }

    /** What the server answers whoever may not do something, in these words. */
    static ServerFault forbidden(String message) {
        return answer(403, "application/json",
                "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Failure\",\"message\":\""
                        + message.replace("\"", "\\\"") + "\",\"reason\":\"Forbidden\",\"code\":403}");
    }
}
