package tessera.demo.http;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The server's end of a WebSocket. One thread may receive while others send. */
public final class ServerWebSocket implements AutoCloseable {

    /** The largest message that is read; longer ones end the connection. */
    private static final int LIMIT = 4 * 1024 * 1024;

    private static final int CONTINUATION = 0;
    private static final int TEXT = 1;
    private static final int BINARY = 2;
    private static final int CLOSE = 8;
    private static final int PING = 9;
    private static final int PONG = 10;
    private static final int PROTOCOL_ERROR = 1002;
    private static final int TOO_BIG = 1009;

    private final DataInputStream in;
    private final OutputStream out;
    private final ReentrantLock sending = new ReentrantLock();
    private boolean closeSent;

    ServerWebSocket(InputStream in, OutputStream out) {
        this.in = new DataInputStream(in);
        this.out = out;
    }

    /** Returns the next message, binary or UTF-8; null once the peer has closed. Pings are answered on the way. */
    public byte @Nullable [] receive() throws IOException {
        var whole = new ByteArrayOutputStream();
        int kind = CONTINUATION;
        while (true) {
            var frame = readFrame();
            if (frame == null) {
                return null;
            }
            if (frame.opcode == PING) {
                sendFrame(PONG, frame.bytes);
            } else if (frame.opcode != PONG) {
                if ((frame.opcode == CONTINUATION) == (kind == CONTINUATION)) {
                    close(PROTOCOL_ERROR);
                    return null;
                }
                kind = frame.opcode == CONTINUATION ? kind : frame.opcode;
                whole.write(frame.bytes);
                if (frame.last) {
                    return whole.toByteArray();
                }
                if (whole.size() > LIMIT) {
                    close(TOO_BIG);
                    return null;
                }
            }
        }
    }

    public void sendText(String text) throws IOException {
        sendFrame(TEXT, text.getBytes(StandardCharsets.UTF_8));
    }

    public void sendBinary(byte[] bytes) throws IOException {
        sendFrame(BINARY, bytes);
    }

    /** Ends the conversation as done. */
    @Override
    public void close() throws IOException {
        close(1000);
    }

    public void close(int code) throws IOException {
        sendFrame(CLOSE, ByteBuffer.allocate(2).putShort((short) code).array());
    }

    private @Nullable WebSocketFrame readFrame() throws IOException {
        int first = in.read();
        int second = first < 0 ? -1 : in.read();
        if (second < 0) {
            return null;
        }
        int opcode = first & 0x0f;
        long length = readLength(second & 0x7f);
        boolean control = opcode >= CLOSE;
        boolean known = opcode <= BINARY || (control && opcode <= PONG);
        boolean legal = (first & 0x70) == 0 && (second & 0x80) != 0 && known && (!control || length <= 125);
        if (!legal || length < 0 || length > LIMIT) {
            close(legal ? TOO_BIG : PROTOCOL_ERROR);
            return null;
        }
        var mask = in.readNBytes(4);
        var bytes = in.readNBytes((int) length);
        if (mask.length < 4 || bytes.length < length) {
            return null;
        }
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] ^= mask[i & 3];
        }
        if (opcode == CLOSE) {
            sendFrame(CLOSE, bytes);
            return null;
        }
        return new WebSocketFrame((first & 0x80) != 0, opcode, bytes);
    }

    private long readLength(int announced) throws IOException {
        return switch (announced) {
            case 126 -> in.readUnsignedShort();
            case 127 -> in.readLong();
            default -> announced;
        };
    }

    private void sendFrame(int opcode, byte[] bytes) throws IOException {
        sending.lock();
        try {
            if (closeSent) {
                return;
            }
            closeSent = opcode == CLOSE;
            out.write(0x80 | opcode);
            if (bytes.length < 126) {
                out.write(bytes.length);
            } else if (bytes.length < 65536) {
                out.write(126);
                out.write(ByteBuffer.allocate(2).putShort((short) bytes.length).array());
            } else {
                out.write(127);
                out.write(ByteBuffer.allocate(8).putLong(bytes.length).array());
            }
            out.write(bytes);
            out.flush();
        } finally {
            sending.unlock();
        }
    }

    private static final class WebSocketFrame {

        private final boolean last;
        private final int opcode;
        private final byte[] bytes;

        WebSocketFrame(boolean last, int opcode, byte[] bytes) {
            this.last = last;
            this.opcode = opcode;
            this.bytes = bytes;
        }
    }
}
