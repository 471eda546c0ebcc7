package tessera.demo.http;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The input of a connection: requests, lines, and waiting for more without consuming any. */
final class HttpConnectionInput extends BufferedInputStream {

    private static final int HEAD = 256 * 1024;
    private static final int FIELDS = 500;
    private static final Pattern REQUEST_LINE = Pattern.compile("([A-Z]{1,20}) (\\S+) HTTP/1\\.(\\d)");
    private static final Pattern FIELD = Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]++):[ \\t]*+(.*+)");
    private static final Set<String> KNOWN_METHODS = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS",
            "CONNECT", "TRACE");

    HttpConnectionInput(InputStream source) {
        super(source);
    }

    /** Waits until a byte can be read; returns false at the end. */
    boolean awaitMore() throws IOException {
        mark(1);
        if (read() < 0) {
            return false;
        }
        reset();
        return true;
    }

    /** Reads one line without its end. The budget shrinks by what was read, so that a head cannot grow without bound. */
    String readLine(HeadSizeLimit budget) throws IOException {
        var line = new ByteArrayOutputStream(128);
        for (int next = read(); next != '\n'; next = read()) {
            if (next < 0) {
                throw new MalformedHttpRequestException(400, "unexpected end");
            }
            budget.spend(1);
            line.write(next);
        }
        var text = line.toString(StandardCharsets.ISO_8859_1);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }

    /**
     * Returns the next request; null if the peer ended the connection between two.
     *
     * @param goOn tells a client that waits for it to send its body
     */
    @Nullable
    IncomingHttpRequest nextRequest(SimulatedServerRequestBody.ContinueSignal goOn) throws IOException {
        if (!awaitMore()) {
            return null;
        }
        var budget = new HeadSizeLimit(HEAD);
        var line = readLine(budget);
        if (line.isEmpty()) {
            line = readLine(budget);
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

    private HttpHeaderFields readHeaders(HeadSizeLimit budget) throws IOException {
        var headers = new HttpHeaderFields();
        for (var line = readLine(budget); !line.isEmpty(); line = readLine(budget)) {
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
        return new SimulatedServerRequestBody(this, chunked, lengths.isEmpty() ? 0 : parseLength(lengths.getFirst()),
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

    /** The remaining size allowed for a head. */
    static final class HeadSizeLimit {

        private int left;

        HeadSizeLimit(int bytes) {
            this.left = bytes;
        }

        void spend(int bytes) throws MalformedHttpRequestException {
            left -= bytes;
            if (left < 0) {
                throw new MalformedHttpRequestException(431, "request head too large");
            }
        }
    }
}
