package tessera.cluster.http;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import okhttp3.Interceptor;
import okhttp3.Response;
import okio.Buffer;
import okio.ForwardingSource;
import okio.Sink;
import okio.Socket;
import okio.Source;
import tessera.text.MessageCatalog;

/**
 * Guard that ends a WebSocket when a message exceeds every legitimate size, as the client buffers whole messages. Compressed ones are not agreed to, as a few bytes of them may be a message of any size.
 */
final class WebSocketMessageLimiter implements Interceptor {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(WebSocketMessageLimiter.class);

    /** Servers send what containers write in pieces of 32 KiB. */
    static final int LARGEST = 1 << 20;
    private static final String EXTENSIONS = "Sec-WebSocket-Extensions";

    @Override
    public Response intercept(Chain chain) throws IOException {
        var response = chain.proceed(chain.request().newBuilder().removeHeader(EXTENSIONS).build());
        var socket = response.socket();
        if (socket == null) {
            return response;
        }
        return response.newBuilder().removeHeader(EXTENSIONS).socket(new SizeLimitedSocket(socket)).build();
    }

    private record SizeLimitedSocket(Socket socket, FrameHeaderParser frames) implements Socket {

        SizeLimitedSocket(Socket socket) {
            this(socket, new FrameHeaderParser(socket.getSource()));
        }

        @Override
        public Source getSource() {
            return frames;
        }

        @Override
        public Sink getSink() {
            return socket.getSink();
        }

        @Override
        public void cancel() {
            socket.cancel();
        }
    }

    /** Parser of frame headers in a byte stream, by RFC 6455, 5.2. */
    private static final class FrameHeaderParser extends ForwardingSource {

        private static final int FINAL = 0x80;
        private static final int CONTROL = 0x08;
        private static final int MASKED = 0x80;
        private static final int LENGTH = 0x7f;
        private static final int TWO_BYTES = 126;
        private static final int EIGHT_BYTES = 127;
        private static final int MASK = 4;
        /** Each is answered, and the answers wait where nobody takes them. */
        private static final int MOST_PINGS = 1_000;
        private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

        private final Buffer head = new Buffer();
        private long payload;
        private long message;
        private long minute = System.nanoTime();
        private int pings;

        FrameHeaderParser(Source source) {
            super(source);
        }

        @Override
        public long read(Buffer sink, long maximum) throws IOException {
            var piece = new Buffer();
            long count = super.read(piece, maximum);
            if (count > 0) {
                readFrames(piece.clone());
                sink.write(piece, count);
            }
            return count;
        }

        private void readFrames(Buffer bytes) throws IOException {
            while (bytes.size() > 0) {
                if (payload > 0) {
                    long skipped = Math.min(payload, bytes.size());
                    bytes.skip(skipped);
                    payload -= skipped;
                } else {
                    head.writeByte(bytes.readByte());
                    if (head.size() >= 2 && head.size() == headSize()) {
                        beginFrame();
                    }
                }
            }
        }

        private int headSize() {
            int second = head.getByte(1);
            int length = second & LENGTH;
            int more;
            if (length == EIGHT_BYTES) {
                more = Long.BYTES;
            } else if (length == TWO_BYTES) {
                more = Short.BYTES;
            } else {
                more = 0;
            }
            return 2 + more + ((second & MASKED) == 0 ? 0 : MASK);
        }

        private void beginFrame() throws IOException {
            int first = head.readByte();
            int length = head.readByte() & LENGTH;
            if (length == EIGHT_BYTES) {
                payload = head.readLong();
            } else {
                payload = length == TWO_BYTES ? head.readShort() & 0xffff : length;
            }
            head.clear();
            if ((first & CONTROL) != 0) {
                ping();
                return;
            }
            message += payload;
            if (payload < 0 || message > LARGEST) {
                throw new IOException(MESSAGES.text("message.large", LARGEST >> 20));
            }
            if ((first & FINAL) != 0) {
                message = 0;
            }
        }

        private void ping() throws IOException {
            long now = System.nanoTime();
            if (now - minute > MINUTE) {
                minute = now;
                pings = 0;
            }
            if (++pings > MOST_PINGS) {
                throw new IOException(MESSAGES.text("message.pings", MOST_PINGS));
            }
        }
    }
}
