package tessera.demo.http;

import java.io.IOException;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reader of request heads from a connection. */
record HttpRequestHeadReader(HttpConnectionInput input) {

    private static final int HEAD = 256 * 1024;
    private static final int FIELDS = 500;
    private static final Pattern REQUEST_LINE = Pattern.compile("([A-Z]{1,20}) (\\S+) HTTP/1\\.(\\d)");
    private static final Pattern FIELD = Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]++):[ \\t]*+(.*+)");
    private static final Set<String> KNOWN_METHODS = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS",
            "CONNECT", "TRACE");

    /**
     * Returns the next request; null if the peer ended the connection between two.
     *
     * @param goOn tells a client that waits for it to send its body
     */
    @Nullable
    IncomingHttpRequest nextRequest(SimulatedServerRequestBody.ContinueSignal goOn) throws IOException {
        if (!input.awaitMore()) {
            return null;
        }
        var budget = new HttpConnectionInput.HeadSizeLimit(HEAD);
        var line = input.readLine(budget);
        if (line.isEmpty()) {
            line = input.readLine(budget);
        }
        var match = REQUEST_LINE.matcher(line);
        if (!match.matches() || !KNOWN_METHODS.contains(match.group(1))) {
            throw new MalformedHttpRequestException(400, "malformed request line");
        }
        if (!match.group(3).equals("1")) {
            throw new MalformedHttpRequestException(505, "HTTP version not supported");
        }
        var headers = readHeaders(budget);
        return IncomingHttpRequest.of(match.group(1), originForm(match.group(2).stripTrailing()), headers,
                requestBody(headers, goOn));
    }

    private HttpHeaderFields readHeaders(HttpConnectionInput.HeadSizeLimit budget) throws IOException {
        var headers = new HttpHeaderFields();
        for (var line = input.readLine(budget); !line.isEmpty(); line = input.readLine(budget)) {
            var match = FIELD.matcher(line);
            if (!match.matches() || headers.size() >= FIELDS) {
                throw new MalformedHttpRequestException(400, "malformed header");
            }
            headers.add(match.group(1), match.group(2).stripTrailing());
        }
        return headers;
    }

    private SimulatedServerRequestBody requestBody(HttpHeaderFields headers,
            SimulatedServerRequestBody.ContinueSignal goOn) throws MalformedHttpRequestException {
        boolean chunked = headers.listsToken("Transfer-Encoding", "chunked");
        var lengths = headers.allValues("Content-Length").stream().distinct().toList();
        if (lengths.size() > 1 || (chunked && !lengths.isEmpty())) {
            throw new MalformedHttpRequestException(400, "ambiguous body length");
        }
        if (!chunked && headers.firstValue("Transfer-Encoding") != null) {
            throw new MalformedHttpRequestException(501, "unsupported transfer encoding");
        }
        return new SimulatedServerRequestBody(input, chunked, lengths.isEmpty() ? 0 : parseLength(lengths.getFirst()),
                headers.listsToken("Expect", "100-continue"), goOn);
    }

    private static long parseLength(String text) throws MalformedHttpRequestException {
        if (!text.matches("\\d{1,18}")) {
            throw new MalformedHttpRequestException(400, "malformed Content-Length");
        }
        return Long.parseLong(text);
    }

    private static String originForm(String target) throws MalformedHttpRequestException {
        if (target.startsWith("/") || target.equals("*")) {
            return target;
        }
        int authority = target.indexOf("://");
        int slash = authority < 0 ? -1 : target.indexOf('/', authority + 3);
        if (slash < 0) {
            throw new MalformedHttpRequestException(400, "malformed target");
        }
        return target.substring(slash);
    }
}
