package tessera.cluster.http;

import java.time.Duration;
import okio.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * A request to the API server.
 *
 * @param path       below the root of the API, with its query, encoded
 * @param body       null without one
 * @param type       what the body is
 * @param patience   how long the server may be silent, before the answer and within it
 * @param compressed whether the answer may be compressed
 * @param accept     the kinds of answer that are understood
 * @param words      what is asked for, as a phrase such as “list nodes”
 */
public record ApiRequest(String method, String path, @Nullable ByteString body, String type, Duration patience,
        boolean compressed,
        String accept, String words) {

    private static final String JSON = "application/json";
    /** How long servers may be silent that have nothing to think about. */
    public static final Duration USUAL = Duration.ofSeconds(30);
    private static final Duration LONG = Duration.ofMinutes(10);

    public static ApiRequest get(String path, String words) {
        return new ApiRequest("GET", path, null, JSON, USUAL, true, JSON, words);
    }

    /** A question that is asked by POST. */
    public static ApiRequest question(String path, String body, String words) {
        return new ApiRequest("POST", path, ByteString.encodeUtf8(body), JSON, USUAL, true, JSON, words);
    }

    /** A stream of news, which nobody may hold back to compress. */
    public static ApiRequest stream(String path, Duration silence, String words) {
        return new ApiRequest("GET", path, null, JSON, silence, false, JSON, words);
    }

    /** What a container writes, as it writes it. */
    public static ApiRequest log(String path, Duration silence, String words) {
        return new ApiRequest("GET", path, null, JSON, silence, false, "*/*", words);
    }

    /** A page that something behind a proxy of the server writes. */
    public static ApiRequest page(String path, String accept, String words) {
        return new ApiRequest("GET", path, null, JSON, USUAL, true, accept, words);
    }

    /** A question to something behind a proxy of the server, asked by a form. */
    public static ApiRequest form(String path, String fields, String words) {
        return new ApiRequest("POST", path, ByteString.encodeUtf8(fields), "application/x-www-form-urlencoded", USUAL,
                true,
                JSON, words);
    }

    /** A change, or the rehearsal of one. */
    public static ApiRequest write(String method, String path, String body, String type, String words) {
        return new ApiRequest(method, path, ByteString.encodeUtf8(body), type, USUAL, true, JSON, words);
    }

    /**
     * A request of another program, passed on as it is.
     *
     * @param body empty for none
     */
    public static ApiRequest passed(String method, String path, ByteString body, String type, String accept) {
        return new ApiRequest(method, path, body.size() == 0 ? null : body, type.isEmpty() ? JSON : type, LONG, true,
                accept,
                "pass on what Helm asks");
    }

    public ApiRequest within(Duration other) {
        return new ApiRequest(method, path, body, type, other, compressed, accept, words);
    }
}
