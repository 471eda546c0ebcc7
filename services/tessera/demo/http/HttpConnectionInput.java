package tessera.demo.http;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** The input of a connection: lines, and waiting for more without consuming any. */
final class HttpConnectionInput extends BufferedInputStream {

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
