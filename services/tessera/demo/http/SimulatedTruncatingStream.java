package tessera.demo.http;

import java.io.IOException;
import java.io.OutputStream;

/** A stream that passes the head and a number of body bytes, then fails. */
final class SimulatedTruncatingStream extends OutputStream {

    private static final int END_OF_HEAD = 0x0d0a0d0a;

    private final OutputStream socketOutput;
    private int left;
    private int lastFour;
    private boolean headSent;

    SimulatedTruncatingStream(OutputStream socketOutput, int bodyBytes) {
        this.socketOutput = socketOutput;
        this.left = bodyBytes;
    }

    @Override
    public void write(int value) throws IOException {
        if (headSent && left-- <= 0) {
            socketOutput.flush();
            throw new IOException("cut as ordered");
        }
        socketOutput.write(value);
        lastFour = lastFour << 8 | (value & 0xff);
        headSent |= lastFour == END_OF_HEAD;
    }

    @Override
    public void flush() throws IOException {
        socketOutput.flush();
    }
}
