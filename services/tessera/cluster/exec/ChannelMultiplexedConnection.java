package tessera.cluster.exec;

import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import tessera.cluster.http.DuplexConnection;
import tessera.model.ProblemException;

/** A connection whose messages begin with a channel number. It can be written to before it is there. Any thread. */
final class ChannelMultiplexedConnection {

    /** What servers take in one message. */
    private static final int PIECE = 32 << 10;

    private final CountDownLatch opened = new CountDownLatch(1);
    private volatile @Nullable DuplexConnection socket;
    private volatile boolean closed;

    /** Attaches the connection that carries the channels. It may have brought something already. */
    void attachConnection(DuplexConnection agreed) {
        socket = agreed;
        opened.countDown();
        if (closed) {
            agreed.close();
        }
    }

    boolean isClosed() {
        return closed;
    }

    /** Returns the negotiated subprotocol; empty before the connection is there. */
    String protocol() {
        var now = socket;
        return now == null ? "" : now.protocol();
    }

    /** Sends bytes in as many messages as needed. */
    void write(int channel, byte[] bytes) throws ProblemException, InterruptedException {
        for (int from = 0; from < bytes.length; from += PIECE) {
            send(channel, ByteBuffer.wrap(bytes, from, Math.min(PIECE, bytes.length - from)));
        }
    }

    /** Sends one message. */
    void send(int channel, ByteBuffer bytes) throws ProblemException, InterruptedException {
        opened.await();
        var now = socket;
        if (now != null) {
            now.send(ByteBuffer.allocate(bytes.remaining() + 1).put((byte) channel).put(bytes).flip());
        }
    }

    void close() {
        closed = true;
        var now = socket;
        if (now != null) {
            now.close();
        }
    }
}
