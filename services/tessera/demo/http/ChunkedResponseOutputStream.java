package tessera.demo.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** A chunked response body: one chunk for each flush or full buffer. */
final class ChunkedResponseOutputStream extends OutputStream {

    private static final byte[] LAST = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] END = {'\r', '\n'};

    private final OutputStream socketOutput;
    private final byte[] buffer = new byte[8192];
    private int length;

    ChunkedResponseOutputStream(OutputStream socketOutput) {
        this.socketOutput = socketOutput;
    }

    @Override
    public void write(int value) throws IOException {
        if (length == buffer.length) {
            sendBuffer();
        }
        buffer[length++] = (byte) value;
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
        if (length + count > buffer.length) {
            sendBuffer();
        }
        if (count > buffer.length) {
            sendChunk(bytes, offset, count);
        } else {
            System.arraycopy(bytes, offset, buffer, length, count);
            length += count;
        }
    }

    @Override
    public void flush() throws IOException {
        sendBuffer();
        socketOutput.flush();
    }

    @Override
    public void close() throws IOException {
        sendBuffer();
        socketOutput.write(LAST);
    }

    private void sendBuffer() throws IOException {
        if (length > 0) {
            sendChunk(buffer, 0, length);
            length = 0;
        }
    }

    private void sendChunk(byte[] bytes, int offset, int count) throws IOException {
        socketOutput.write((Integer.toHexString(count) + "\r\n").getBytes(StandardCharsets.US_ASCII));
        socketOutput.write(bytes, offset, count);
        socketOutput.write(END);
    }
}
