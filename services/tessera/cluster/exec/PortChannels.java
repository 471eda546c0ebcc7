package tessera.cluster.exec;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import okio.ByteString;
import tessera.cluster.http.DuplexConnection;
import tessera.cluster.http.SocketListener;
import tessera.exec.PortConnection;
import tessera.exec.PortEar;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;

/**
 * One port over one connection: channel 0 has its bytes, channel 1 what went wrong. Both begin with the number of the port, in
 * two bytes.
 */
final class PortChannels implements SocketListener, PortConnection {

    private static final int DATA = 0;
    private static final int ERROR = 1;
    private static final int HEAD = 2;
    private static final int LONGEST_COMPLAINT = 16 << 10;

    private final PortEar ear;
    private final ChannelConnection line = new ChannelConnection();
    private final ByteArrayOutputStream complaint = new ByteArrayOutputStream();
    private final int[] head = {HEAD, HEAD};
    private boolean over;

    PortChannels(PortEar ear) {
        this.ear = ear;
    }

    /** What it goes over. It may have brought something already. */
    void over(DuplexConnection agreed) {
        line.over(agreed);
    }

    @Override
    public void heard(ByteString message) {
        int channel = message.size() == 0 ? -1 : message.getByte(0) & 0xff;
        if ((channel != DATA && channel != ERROR) || over || line.closed()) {
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
        ear.ended(complaint.size() == 0 ? why.filter(_ -> !line.closed())
                : Optional.of(new Problem(ProblemKind.UNREACHABLE, "The port could not be reached",
                        complaint.toString(StandardCharsets.UTF_8).strip(), "")));
    }

    @Override
    public void write(byte[] bytes) throws Failure, InterruptedException {
        line.write(DATA, bytes);
    }

    @Override
    public void close() {
        line.close();
    }
}
