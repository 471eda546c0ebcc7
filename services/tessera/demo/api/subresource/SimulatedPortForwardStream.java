package tessera.demo.api.subresource;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import tessera.demo.api.kubelet.SimulatedKubeletApi;
import tessera.demo.http.ServerWebSocket;

/** One forwarded port at the other end of a WebSocket: a data channel, and the next one for errors. */
final class SimulatedPortForwardStream {

    private static final int BUFFER = 64 * 1024;

    private final ServerWebSocket socket;
    private final int channel;
    private final int port;
    private final PipedInputStream in = new PipedInputStream(BUFFER);
    private final PipedOutputStream received = new PipedOutputStream();

    SimulatedPortForwardStream(ServerWebSocket socket, int channel, int port) throws IOException {
        this.socket = socket;
        this.channel = channel;
        this.port = port;
        received.connect(in);
    }

    /**
     * Connects the listener with the client, or sends the refusal if nothing listens.
     *
     * @param refusal what the client is told if nothing does
     */
    void serve(Optional<SimulatedKubeletApi.SimulatedPodPortServer> listener, String refusal) {
        try {
            var number = new byte[] {(byte) port, (byte) (port >> 8)};
            sendMessage(channel, number, 0, number.length);
            sendMessage(channel + 1, number, 0, number.length);
            if (listener.isPresent()) {
                listener.get().serveClient(in, outputStream());
            } else {
                var words = refusal.getBytes(StandardCharsets.UTF_8);
                sendMessage(channel + 1, words, 0, words.length);
            }
            in.close();
        } catch (IOException e) {
            // the client has gone
        }
    }

    private OutputStream outputStream() {
        return new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                write(new byte[] {(byte) value}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                sendMessage(channel, bytes, offset, length);
            }
        };
    }

    private void sendMessage(int to, byte[] bytes, int offset, int length) throws IOException {
        var message = new byte[length + 1];
        message[0] = (byte) to;
        System.arraycopy(bytes, offset, message, 1, length);
        socket.sendBinary(message);
    }

    /** Passes the client's bytes on to the listener. */
    void receive(byte[] message) {
        try {
            received.write(message, 1, message.length - 1);
            received.flush();
        } catch (IOException e) {
            // what listened has hung up
        }
    }

    /** Ends the input, because the client sends no more. */
    void endInput() throws IOException {
        received.close();
    }
}
