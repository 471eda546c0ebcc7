package tessera.cluster.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;

/**
 * A request to the API server.
 *
 * @param path       below the root of the API, with its query, encoded
 * @param body       null without one
 * @param contentType       what the body is
 * @param timeout   how long the server may be silent, before the answer and within it
 * @param compressed whether the answer may be compressed
 * @param accept     the kinds of answer that are understood
 * @param action      what is asked for, as a phrase such as “list nodes”
 */
public record ApiRequest(String method, String path, @Nullable ByteBuffer body, String contentType, Duration timeout,
        boolean compressed, String accept, String action) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ApiRequest.class);
    private static final String JSON = "application/json";
    /** How long servers may be silent that have nothing to think about. */
    public static final Duration USUAL = Duration.ofSeconds(30);
    private static final Duration LONG = Duration.ofMinutes(10);

    public static ApiRequest get(String path, String text) {
        return new ApiRequest("GET", path, null, JSON, USUAL, true, JSON, text);
    }

    /** Returns a read that is sent by POST. */
    public static ApiRequest postQuery(String path, String body, String text) {
        return new ApiRequest("POST", path, StandardCharsets.UTF_8.encode(body), JSON, USUAL, true, JSON, text);
    }

    /** Returns a request for a stream, uncompressed so that nothing holds events back. */
    public static ApiRequest stream(String path, Duration silence, String text) {
        return new ApiRequest("GET", path, null, JSON, silence, false, JSON, text);
    }

    /** Returns a request for a container log as it is written. */
    public static ApiRequest followLog(String path, Duration silence, String text) {
        return new ApiRequest("GET", path, null, JSON, silence, false, "*/*", text);
    }

    /** Returns a request for a page of a server behind the API server's proxy. */
    public static ApiRequest proxiedPage(String path, String accept, String text) {
        return new ApiRequest("GET", path, null, JSON, USUAL, true, accept, text);
    }

    /** Returns a query to a server behind the API server's proxy, sent as a form. */
    public static ApiRequest proxiedForm(String path, String fields, String text) {
        return new ApiRequest("POST", path, StandardCharsets.UTF_8.encode(fields), "application/x-www-form-urlencoded",
                USUAL, true, JSON, text);
    }

    /** Returns a change, or the dry run of one. */
    public static ApiRequest writeRequest(String method, String path, String body, String type, String text) {
        return new ApiRequest(method, path, StandardCharsets.UTF_8.encode(body), type, USUAL, true, JSON, text);
    }

    /**
     * Returns a request of another program, unchanged.
     *
     * @param body empty for none
     */
    public static ApiRequest passThrough(String method, String path, ByteBuffer body, String type, String accept) {
        return new ApiRequest(method, path, !body.hasRemaining() ? null : body, OptionalText.orElse(type, JSON), LONG,
                true, accept, MESSAGES.text("action.helm"));
    }

    public ApiRequest withTimeout(Duration other) {
        return new ApiRequest(method, path, body, contentType, other, compressed, accept, action);
    }
}
