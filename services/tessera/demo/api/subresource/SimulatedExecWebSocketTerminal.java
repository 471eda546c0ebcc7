package tessera.demo.api.subresource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tessera.demo.api.kubelet.SimulatedCommandStreams;
import tessera.demo.http.ServerWebSocket;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** A terminal at the other end of a WebSocket, with one channel number in front of each message. */
final class SimulatedExecWebSocketTerminal implements SimulatedCommandStreams {

    private static final int STDIN = 0;
    private static final int STDOUT = 1;
    private static final int STDERR = 2;
    private static final int STATUS = 3;
    private static final int RESIZE = 4;
    private static final int CLOSE = 255;
    /** Messages that the client may send before the command reads them. */
    private static final int ROOM = 4;
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final byte[] NOTHING = {};

    private final ServerWebSocket socket;
    private final BlockingQueue<byte[]> input = new ArrayBlockingQueue<>(ROOM);
    private volatile boolean inputEnded;
    private volatile boolean finished;
    private volatile String windowSize = "24 80";

    SimulatedExecWebSocketTerminal(ServerWebSocket socket) {
        this.socket = socket;
    }

    /** Passes on the client's input until it disconnects. */
    void listen() throws IOException, InterruptedException {
        try {
            for (var message = socket.receive(); message != null; message = socket.receive()) {
                var bytes = message.bytes();
                if (bytes.length == 0) {
                    continue;
                }
                switch (bytes[0] & 0xff) {
                    case STDIN -> passOn(Arrays.copyOfRange(bytes, 1, bytes.length));
                    case RESIZE -> readSize(Arrays.copyOfRange(bytes, 1, bytes.length));
                    case CLOSE -> {
                        if (bytes.length > 1 && bytes[1] == STDIN) {
                            inputEnded = true;
                        }
                    }
                    default -> {}
                }
            }
        } finally {
            inputEnded = true;
        }
    }

    /** Waits until the command takes the input, and drops what comes after its end. */
    private void passOn(byte[] bytes) throws InterruptedException {
        boolean taken = finished;
        while (!taken) {
            taken = input.offer(bytes, LOOK.toMillis(), TimeUnit.MILLISECONDS) || finished;
        }
    }

    @Override
    public byte @Nullable [] readInput(Duration timeout) throws InterruptedException {
        // Whatever came before the end is in the queue by now.
        boolean last = inputEnded;
        var bytes = input.poll(last ? 0 : timeout.toNanos(), TimeUnit.NANOSECONDS);
        return bytes == null && !last ? NOTHING : bytes;
    }

    private void readSize(byte[] json) {
        try {
            var size = SimulatedStoreJsonCodec.parseTree(json);
            windowSize = size.path("Height").asInt() + " " + size.path("Width").asInt();
        } catch (IOException e) {
            // a size that cannot be read is no size
        }
    }

    /** Sends the exit status and closes the WebSocket. */
    void finish(String status) throws IOException {
        finished = true;
        sendMessage(STATUS, status.getBytes(StandardCharsets.UTF_8));
        socket.close();
    }

    void open() throws IOException {
        sendMessage(STDOUT, new byte[0]);
    }

    @Override
    public void writeOutput(byte[] bytes) throws IOException {
        sendMessage(STDOUT, bytes);
    }

    @Override
    public void writeError(byte[] bytes) throws IOException {
        sendMessage(STDERR, bytes);
    }

    @Override
    public String windowSize() {
        return windowSize;
    }

    private void sendMessage(int channel, byte[] bytes) throws IOException {
        var message = new byte[bytes.length + 1];
        message[0] = (byte) channel;
        System.arraycopy(bytes, 0, message, 1, bytes.length);
        socket.sendBinary(message);
    }
}
