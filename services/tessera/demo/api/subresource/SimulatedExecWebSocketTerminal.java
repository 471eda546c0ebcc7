package tessera.demo.api.subresource;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.BiConsumer;
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
    private static final int BUFFER = 64 * 1024;

    private final ServerWebSocket socket;
    private final PipedInputStream stdin = new PipedInputStream(BUFFER);
    private final PipedOutputStream terminalInput;
    private BiConsumer<Integer, Integer> resized = (_, _) -> {};
    private int columns;
    private int rows;

    SimulatedExecWebSocketTerminal(ServerWebSocket socket) throws IOException {
        this.socket = socket;
        this.terminalInput = new PipedOutputStream(stdin);
    }

    /** Passes on the client's input until it disconnects. */
    void listen() throws IOException {
        try (terminalInput) {
            for (var bytes = socket.receive(); bytes != null; bytes = socket.receive()) {
                if (bytes.length == 0) {
                    continue;
                }
                switch (bytes[0] & 0xff) {
                    case STDIN -> {
                        terminalInput.write(bytes, 1, bytes.length - 1);
                        terminalInput.flush();
                    }
                    case RESIZE -> readSize(Arrays.copyOfRange(bytes, 1, bytes.length));
                    case CLOSE -> {
                        if (bytes.length > 1 && bytes[1] == STDIN) {
                            terminalInput.close();
                        }
                    }
                    default -> {}
                }
            }
        }
    }

    private void readSize(byte[] json) {
        try {
            var size = SimulatedStoreJsonCodec.parseTree(json);
            resize(size.path("Width").asInt(), size.path("Height").asInt());
        } catch (IOException e) {
            // a size that cannot be read is no size
        }
    }

    private synchronized void resize(int width, int height) {
        columns = width;
        rows = height;
        resized.accept(width, height);
    }

    /** Sends the exit status and closes the WebSocket. */
    void finish(String status) throws IOException {
        sendMessage(STATUS, status.getBytes(StandardCharsets.UTF_8));
        socket.close();
    }

    void open() throws IOException {
        sendMessage(STDOUT, new byte[0]);
    }

    @Override
    public InputStream stdin() {
        return stdin;
    }

    @Override
    public OutputStream stdout() {
        return channelStream(STDOUT);
    }

    @Override
    public OutputStream stderr() {
        return channelStream(STDERR);
    }

    @Override
    public synchronized void onResize(BiConsumer<Integer, Integer> listener) {
        resized = listener;
        // The client may have told before anybody listened.
        if (columns > 0) {
            listener.accept(columns, rows);
        }
    }

    private OutputStream channelStream(int channel) {
        return new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                sendMessage(channel, new byte[] {(byte) value});
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                sendMessage(channel, Arrays.copyOfRange(bytes, offset, offset + length));
            }
        };
    }

    private void sendMessage(int channel, byte[] bytes) throws IOException {
        var message = new byte[bytes.length + 1];
        message[0] = (byte) channel;
        System.arraycopy(bytes, 0, message, 1, bytes.length);
        socket.sendBinary(message);
    }
}
