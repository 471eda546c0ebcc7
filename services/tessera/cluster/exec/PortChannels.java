package tessera.cluster.exec;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import okio.ByteString;
import org.jspecify.annotations.Nullable;
import tessera.cluster.wire.Ear;
import tessera.cluster.wire.Socket;
import tessera.exec.PortEar;
import tessera.exec.PortLine;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.Kind;

/**
 * One port over one connection: channel 0 has its bytes, channel 1 what went wrong. Both begin with the number of the port, in
 * two bytes.
 */
final class PortChannels implements Ear, PortLine {

    private static final int DATA = 0;
    private static final int ERROR = 1;
    private static final int HEAD = 2;
    private static final int LONGEST_COMPLAINT = 16 << 10;
    /** What servers take in one message. */
    private static final int PIECE = 32 << 10;

    private final PortEar ear;
    private final CountDownLatch opened = new CountDownLatch(1);
    private final ByteArrayOutputStream complaint = new ByteArrayOutputStream();
    private final int[] head = {HEAD, HEAD};
    private volatile @Nullable Socket socket;
    private volatile boolean closed;
    private boolean over;

    PortChannels(PortEar ear) {
        this.ear = ear;
    }

    /** What it goes over. It may have brought something already. */
    void over(Socket agreed) {
        socket = agreed;
        opened.countDown();
        if (closed) {
            agreed.close();
        }
    }

    @Override
    public void heard(ByteString message) {
        int channel = message.size() == 0 ? -1 : message.getByte(0) & 0xff;
        if ((channel != DATA && channel != ERROR) || over || closed) {
            return;
        }
        int skipped = Math.min(head[channel], message.size() - 1);
        head[channel] -= skipped;
        var bytes = message.substring(1 + skipped).toByteArray();
        if (channel == ERROR) {
            complaint.write(bytes, 0, Math.min(bytes.length, LONGEST_COMPLAINT - complaint.size()));
        } else if (bytes.length > 0) {
            ear.bytes(bytes);
        }
    }

    @Override
    public void ended(Optional<Problem> why) {
        if (over) {
            return;
        }
        over = true;
        ear.ended(complaint.size() == 0 ? why.filter(_ -> !closed)
                : Optional.of(new Problem(Kind.UNREACHABLE, "The port could not be reached",
                        complaint.toString(StandardCharsets.UTF_8).strip(), "")));
    }

    @Override
    public void write(byte[] bytes) throws Failure, InterruptedException {
        opened.await();
        var line = socket;
        for (int from = 0; from < bytes.length && line != null; from += PIECE) {
            int length = Math.min(PIECE, bytes.length - from);
            var message = new byte[length + 1];
            message[0] = DATA;
            System.arraycopy(bytes, from, message, 1, length);
            line.send(ByteString.of(message));
        }
    }

    @Override
    public void close() {
        closed = true;
        var line = socket;
        if (line != null) {
            line.close();
        }
    }
}
