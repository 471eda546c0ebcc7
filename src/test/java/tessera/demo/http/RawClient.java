package tessera.demo.http;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A client that sends exactly the bytes it is told to. */
public final class RawClient implements AutoCloseable {

    private final Socket socket;
    private final DataInputStream in;

    public RawClient(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(10_000);
        in = new DataInputStream(socket.getInputStream());
    }

    /** One answer. */
    public static final class Answer {

        private final String status;
        private final List<String> headers;
        private final byte[] bytes;

        Answer(String status, List<String> headers, byte[] bytes) {
            this.status = status;
            this.headers = headers;
            this.bytes = bytes;
        }

        public String status() {
            return status;
        }

        public int code() {
            return Integer.parseInt(status.split(" ", 3)[1]);
        }

        public List<String> headers() {
            return headers;
        }

        /** The values of one header. */
        public List<String> header(String name) {
            return headers.stream().filter(header -> header.regionMatches(true, 0, name + ": ", 0, name.length() + 2))
                    .map(header -> header.substring(name.length() + 2)).toList();
        }

        public byte[] bytes() {
            return bytes;
        }

        public String body() {
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    public RawClient send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    public RawClient send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
        return this;
    }

    public Answer answer() throws IOException {
        return answer(true);
    }

    /** The next answer, with a body unless it answers HEAD. */
    public Answer answer(boolean withBody) throws IOException {
        var head = head();
        var headers = head.subList(1, head.size());
        return new Answer(head.getFirst(), headers, withBody ? body(headers) : new byte[0]);
    }

    public List<String> head() throws IOException {
        var lines = new ArrayList<String>();
        for (var line = line(); !line.isEmpty(); line = line()) {
            lines.add(line);
        }
        return lines;
    }

    public String line() throws IOException {
        var line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new IOException("closed after: " + line);
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    public byte[] bytes(int count) throws IOException {
        return in.readNBytes(count);
    }

    public boolean closed() throws IOException {
        return in.read() < 0;
    }

    public String rest() throws IOException {
        return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }

    private byte[] body(List<String> headers) throws IOException {
        for (var header : headers) {
            if (header.startsWith("Content-Length: ")) {
                return in.readNBytes(Integer.parseInt(header.substring(16)));
            }
        }
        if (!headers.contains("Transfer-Encoding: chunked")) {
            return new byte[0];
        }
        var body = new ByteArrayOutputStream();
        for (int size = Integer.parseInt(line(), 16); size > 0; size = Integer.parseInt(line(), 16)) {
            body.writeBytes(in.readNBytes(size));
            line();
        }
        line();
        return body.toByteArray();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
