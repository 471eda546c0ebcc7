package tessera.demo.http;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * The body of one response. A short one is sent with its length, a longer or flushed one in chunks, and one over
 * 128 KiB compressed if the client can read that: as an API server written in Go does it.
 */
public final class SimulatedServerResponseBody extends OutputStream {

    private static final int LENGTH_KNOWN_UP_TO = 2048;
    private static final int COMPRESSED_FROM = 128 * 1024;
    private static final int CHUNK = 8192;
    private static final Map<Integer, String> PHRASES = Map.ofEntries(Map.entry(101, "Switching Protocols"),
            Map.entry(200, "OK"), Map.entry(201, "Created"), Map.entry(202, "Accepted"), Map.entry(204, "No Content"),
            Map.entry(304, "Not Modified"), Map.entry(400, "Bad Request"), Map.entry(401, "Unauthorized"),
            Map.entry(403, "Forbidden"), Map.entry(404, "Not Found"), Map.entry(405, "Method Not Allowed"),
            Map.entry(406, "Not Acceptable"), Map.entry(409, "Conflict"), Map.entry(410, "Gone"),
            Map.entry(413, "Request Entity Too Large"), Map.entry(415, "Unsupported Media Type"),
            Map.entry(422, "Unprocessable Entity"), Map.entry(429, "Too Many Requests"),
            Map.entry(431, "Request Header Fields Too Large"), Map.entry(500, "Internal Server Error"),
            Map.entry(501, "Not Implemented"), Map.entry(502, "Bad Gateway"), Map.entry(503, "Service Unavailable"),
            Map.entry(504, "Gateway Timeout"), Map.entry(505, "HTTP Version Not Supported"));

    /**
     * @param bodyless   the answer has no body, whatever is written (HEAD, 204, 304)
     * @param compressed the client reads gzip and the handler allows it
     */
    record BodyPresenceAndCompression(boolean bodyless, boolean compressed) {}

    private final OutputStream socketOutput;
    private final String statusLine;
    private final HttpHeaderFields headers;
    private final BodyPresenceAndCompression bodyForm;
    private final ByteArrayOutputStream buffer = new ByteArrayOutputStream(512);
    private OutputStream out;
    private boolean committed;
    private boolean closed;

    SimulatedServerResponseBody(OutputStream socketOutput, int status, HttpHeaderFields headers,
            BodyPresenceAndCompression bodyForm) {
        this.socketOutput = socketOutput;
        this.statusLine = "HTTP/1.1 " + status + " " + phraseOf(status) + "\r\n";
        this.headers = headers;
        this.bodyForm = bodyForm;
        this.out = buffer;
    }

    static String phraseOf(int status) {
        return PHRASES.getOrDefault(status, "Status " + status);
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        if (!committed && buffer.size() + length > (bodyForm.compressed() ? COMPRESSED_FROM : LENGTH_KNOWN_UP_TO)) {
            beginStream(bodyForm.compressed());
        }
        out.write(bytes, offset, length);
    }

    /** Sends what was written so far; from here on the answer goes in chunks. */
    @Override
    public void flush() throws IOException {
        if (!committed) {
            beginStream(false);
        }
        out.flush();
        socketOutput.flush();
    }

    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        if (!committed && buffer.size() <= LENGTH_KNOWN_UP_TO) {
            sendWhole();
        } else {
            if (!committed) {
                beginStream(false);
            }
            out.close();
        }
        socketOutput.flush();
    }

    private void sendWhole() throws IOException {
        committed = true;
        if (!bodyForm.bodyless() || buffer.size() > 0) {
            headers.set("Content-Length", Integer.toString(buffer.size()));
        }
        sendHead();
        if (!bodyForm.bodyless()) {
            buffer.writeTo(socketOutput);
        }
    }

    private void beginStream(boolean compressed) throws IOException {
        committed = true;
        headers.set("Transfer-Encoding", "chunked");
        if (compressed) {
            headers.set("Content-Encoding", "gzip").set("Vary", "Accept-Encoding");
        }
        sendHead();
        OutputStream chunks = bodyForm.bodyless() ? OutputStream.nullOutputStream()
                : new BufferedOutputStream(new ChunkedResponseOutputStream(socketOutput), CHUNK);
        out = compressed ? new FastGzipStream(chunks) : chunks;
        buffer.writeTo(out);
        buffer.reset();
    }

    private void sendHead() throws IOException {
        var head = new StringBuilder(256).append(statusLine);
        headers.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        socketOutput.write(head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
    }

    /** A gzip stream with the fastest compression, as API servers use it. */
    private static final class FastGzipStream extends GZIPOutputStream {
        FastGzipStream(OutputStream out) throws IOException {
            super(out, CHUNK);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }

    /** A response body in chunks, one for each write. */
    private static final class ChunkedResponseOutputStream extends OutputStream {

        private static final byte[] LAST = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
        private static final byte[] END = {'\r', '\n'};

        private final OutputStream socketOutput;

        ChunkedResponseOutputStream(OutputStream socketOutput) {
            this.socketOutput = socketOutput;
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int count) throws IOException {
            socketOutput.write((Integer.toHexString(count) + "\r\n").getBytes(StandardCharsets.US_ASCII));
            socketOutput.write(bytes, offset, count);
            socketOutput.write(END);
        }

        @Override
        public void close() throws IOException {
            socketOutput.write(LAST);
        }
    }
}
