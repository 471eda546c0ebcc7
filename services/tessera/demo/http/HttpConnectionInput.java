package tessera.demo.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** The input of a connection: lines, and waiting for more without consuming any. */
final class HttpConnectionInput extends InputStream {

    private final InputStream source;
    private final byte[] buffer = new byte[8192];
    private int position;
    private int end;

    HttpConnectionInput(InputStream source) {
        this.source = source;
    }

    /** Waits until a byte can be read; returns false at the end. */
    boolean awaitMore() throws IOException {
        if (position < end) {
            return true;
        }
        int count = source.read(buffer, 0, buffer.length);
        position = 0;
        end = Math.max(count, 0);
        return count > 0;
    }

    @Override
    public int read() throws IOException {
        return awaitMore() ? buffer[position++] & 0xff : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!awaitMore()) {
            return -1;
        }
        int count = Math.min(length, end - position);
        System.arraycopy(buffer, position, target, offset, count);
        position += count;
        return count;
    }

    /** Reads one line without its end. The budget shrinks by what was read, so that a head cannot grow without bound. */
    String readLine(HeadSizeLimit budget) throws IOException {
        var line = new byte[128];
        int length = 0;
        for (int next = read(); next != '\n'; next = read()) {
            if (next < 0) {
                throw new MalformedHttpRequestException(400, "unexpected end");
            }
            budget.spend(1);
            if (length == line.length) {
                line = java.util.Arrays.copyOf(line, 2 * length);
            }
            line[length++] = (byte) next;
        }
        int textLength = length > 0 && line[length - 1] == '\r' ? length - 1 : length;
        return new String(line, 0, textLength, StandardCharsets.ISO_8859_1);
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
