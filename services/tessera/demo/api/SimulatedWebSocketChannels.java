package tessera.demo.api;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.demo.http.ServerWebSocket;
import tessera.demo.object.SimulatedApiException;

/** The channels of a WebSocket, told apart by a number in front of each message. */
final class SimulatedWebSocketChannels {

    private final ServerWebSocket socket;

    private SimulatedWebSocketChannels(ServerWebSocket socket) {
        this.socket = socket;
    }

    /**
     * Answers a request for a WebSocket by the first protocol that the client offers, too.
     *
     * @param otherwise the protocol for a client that offers none of them; null to refuse it
     */
    static SimulatedWebSocketChannels upgrade(SimulatedAuthenticatedRequest call, List<String> protocols,
            @Nullable String otherwise) throws IOException, SimulatedApiException {
        var offered = Stream.of(call.request().headers().firstValue("Sec-WebSocket-Protocol", "").split(",", -1))
                .map(String::strip).toList();
        var protocol = protocols.stream().filter(offered::contains).findFirst().orElse(otherwise);
        if (protocol == null) {
            throw SimulatedApiException
                    .badRequest("unable to upgrade: none of the protocols " + offered + " is spoken here");
        }
        return new SimulatedWebSocketChannels(call.exchange().upgrade(protocol));
    }

    /** Returns the next message that is not empty, its channel in front; null once the client has gone. */
    byte @Nullable [] receive() throws IOException {
        var message = socket.receive();
        while (message != null && message.length == 0) {
            message = socket.receive();
        }
        return message;
    }

    void send(int channel, byte[] bytes, int offset, int length) throws IOException {
        var message = new byte[length + 1];
        message[0] = (byte) channel;
        System.arraycopy(bytes, offset, message, 1, length);
        socket.sendBinary(message);
    }

    void send(int channel, byte[] bytes) throws IOException {
        send(channel, bytes, 0, bytes.length);
    }

    OutputStream streamTo(int channel) {
        return new OutputStream() {

            @Override
            public void write(int value) throws IOException {
                send(channel, new byte[] {(byte) value});
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                send(channel, bytes, offset, length);
            }
        };
    }

    void close() throws IOException {
        socket.close();
    }
}
