package tessera.cluster.exec;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import tessera.cluster.http.DuplexConnection;
import tessera.cluster.http.DuplexMessageListener;
import tessera.exec.PodPortConnection;
import tessera.exec.PortConnectionListener;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

/**
 * A port forward over one connection: channel 0 carries bytes, channel 1 the error. Both begin with the number of the port, in
 * two bytes.
 */
final class PortForwardChannels implements DuplexMessageListener, PodPortConnection {

    private static final int DATA = 0;
    private static final int ERROR = 1;
    private static final int HEAD = 2;
    private static final int LONGEST_COMPLAINT = 16 << 10;

    private final PortConnectionListener ear;
    private final ChannelMultiplexedConnection connection = new ChannelMultiplexedConnection();
    private final ByteArrayOutputStream errorOutput = new ByteArrayOutputStream();
    private final int[] head = {HEAD, HEAD};
    private boolean finished;

    PortForwardChannels(PortConnectionListener ear) {
        this.ear = ear;
    }

    /** Attaches the connection that carries the channels. It may have brought something already. */
    void attachConnection(DuplexConnection agreed) {
        connection.attachConnection(agreed);
    }

    @Override
    public void onMessage(ByteBuffer message) {
        int channel = message.hasRemaining() ? message.get() & 0xff : -1;
        if ((channel != DATA && channel != ERROR) || finished || connection.isClosed()) {
            return;
        }
        int skipped = Math.min(head[channel], message.remaining());
        head[channel] -= skipped;
        var bytes = new byte[message.remaining() - skipped];
        message.position(message.position() + skipped).get(bytes);
        if (channel == ERROR) {
            errorOutput.write(bytes, 0, Math.min(bytes.length, LONGEST_COMPLAINT - errorOutput.size()));
        } else if (bytes.length > 0) {
            ear.onBytes(bytes);
        }
    }

    @Override
    public void onEnd(Optional<Problem> problem) {
        if (finished) {
            return;
        }
        finished = true;
        ear.onClose(errorOutput.size() == 0 ? problem.filter(_ -> !connection.isClosed())
                : Optional.of(new Problem(OperationProblemKind.UNREACHABLE, "The port could not be reached",
                        errorOutput.toString(StandardCharsets.UTF_8).strip(), "")));
    }

    @Override
    public void write(byte[] bytes) throws ProblemException, InterruptedException {
        connection.write(DATA, bytes);
    }

    @Override
    public void close() {
        connection.close();
    }
}
