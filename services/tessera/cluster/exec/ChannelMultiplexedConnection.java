package tessera.cluster.exec;

import java.util.concurrent.CountDownLatch;
import okio.ByteString;
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
            send(channel, ByteString.of(bytes, from, Math.min(PIECE, bytes.length - from)));
        }
    }

    /** Sends one message. */
    void send(int channel, ByteString bytes) throws ProblemException, InterruptedException {
        opened.await();
        var now = socket;
        if (now != null) {
            var message = new byte[bytes.size() + 1];
            message[0] = (byte) channel;
            bytes.copyInto(0, message, 1, bytes.size());
            now.send(ByteString.of(message));
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
