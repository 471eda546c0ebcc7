package tessera.demo.http;

import java.io.IOException;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the heads of requests from a connection. */
final class RequestReader {

    private static final int HEAD = 256 * 1024;
    private static final int FIELDS = 500;
    private static final Pattern REQUEST_LINE = Pattern.compile("([A-Z]{1,20}) (\\S+) HTTP/1\\.(\\d)");
    private static final Pattern FIELD = Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]++):[ \\t]*+(.*+)");
    private static final Set<String> KNOWN_METHODS = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS",
            "CONNECT", "TRACE");

    private final WireInput input;

    RequestReader(WireInput input) {
        this.input = input;
    }

    /**
     * The next request, or null if the peer ended the connection between two.
     *
     * @param goOn tells a client that waits for it to send its body
     */
    @Nullable
    HttpRequest next(RequestBody.Signal goOn) throws IOException {
        if (!input.awaitMore()) {
            return null;
        }
        var budget = new WireInput.HeadBudget(HEAD);
        var line = input.line(budget);
        if (line.isEmpty()) {
            line = input.line(budget);
        }
        var match = REQUEST_LINE.matcher(line);
        if (!match.matches() || !KNOWN_METHODS.contains(match.group(1))) {
            throw new MalformedRequest(400, "malformed request line");
        }
        if (!match.group(3).equals("1")) {
            throw new MalformedRequest(505, "HTTP version not supported");
        }
        var headers = headers(budget);
        return new HttpRequest(match.group(1), originForm(match.group(2).stripTrailing()), headers,
                body(headers, goOn));
    }

    private HeaderFields headers(WireInput.HeadBudget budget) throws IOException {
        var headers = new HeaderFields();
        for (var line = input.line(budget); !line.isEmpty(); line = input.line(budget)) {
            var match = FIELD.matcher(line);
            if (!match.matches() || headers.size() >= FIELDS) {
                throw new MalformedRequest(400, "malformed header");
            }
            headers.add(match.group(1), match.group(2).stripTrailing());
        }
        return headers;
    }

    private RequestBody body(HeaderFields headers, RequestBody.Signal goOn) throws MalformedRequest {
        boolean chunked = headers.lists("Transfer-Encoding", "chunked");
        var lengths = headers.all("Content-Length").stream().distinct().toList();
        if (lengths.size() > 1 || (chunked && !lengths.isEmpty())) {
            throw new MalformedRequest(400, "ambiguous body length");
        }
        if (!chunked && headers.first("Transfer-Encoding") != null) {
            throw new MalformedRequest(501, "unsupported transfer encoding");
        }
        return new RequestBody(input, chunked, lengths.isEmpty() ? 0 : length(lengths.getFirst()),
                headers.lists("Expect", "100-continue"), goOn);
    }

    private static long length(String text) throws MalformedRequest {
        if (!text.matches("\\d{1,18}")) {
            throw new MalformedRequest(400, "malformed Content-Length");
        }
        return Long.parseLong(text);
    }

    /** A proxy's absolute target is reduced to its path. */
    private static String originForm(String target) throws MalformedRequest {
        if (target.startsWith("/") || target.equals("*")) {
            return target;
        }
        int authority = target.indexOf("://");
        int slash = authority < 0 ? -1 : target.indexOf('/', authority + 3);
        if (slash < 0) {
            throw new MalformedRequest(400, "malformed target");
        }
        return target.substring(slash);
    }
}
