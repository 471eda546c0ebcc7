package tessera.demo.api.subresource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.demo.api.call.SimulatedAuthenticatedRequest;
import tessera.demo.api.kubelet.SimulatedKubeletApi;
import tessera.demo.api.kubelet.SimulatedKubeletConnectionErrors;
import tessera.demo.api.kubelet.SimulatedKubeletDialer;
import tessera.demo.http.ServerWebSocket;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** Port-forward endpoint for pods over WebSockets; SPDY, plain or tunnelled, is not simulated. */
public final class SimulatedPortForwardEndpoint {

    private static final List<String> PROTOCOLS = List.of("v4.channel.k8s.io");
    private static final int MOST = 65_535;

    private final SimulatedKubeletDialer kubelets;

    public SimulatedPortForwardEndpoint(SimulatedKubeletDialer kubelets) {
        this.kubelets = kubelets;
    }

    /** A port with its listener, if any. */
    private record ForwardTarget(int port, Optional<SimulatedKubeletApi.SimulatedPodPortServer> listener) {}

    /** Forwards the ports until the client disconnects or every port is closed. */
    public void answerPortForward(SimulatedAuthenticatedRequest call) throws IOException, SimulatedApiException {
        var pod = SimulatedRequestPodLookup.findPod(call);
        SimulatedRequestPodLookup.checkBound(pod);
        var node = SimulatedRequestPodLookup.findNode(call, pod);
        if (!call.request().wantsWebSocket()) {
            throw SimulatedRequestPodLookup.upgradeError(call, node, kubelets);
        }
        var ports = parsePorts(call);
        var kubelet = kubelets.dial(SimulatedStoreJsonCodec.textAt(node, "metadata", "name"));
        if (kubelet.isEmpty()) {
            throw SimulatedKubeletConnectionErrors.forwardError(node);
        }
        var places = ports.stream().map(port -> new ForwardTarget(port, kubelet.get().listenerAt(pod, port))).toList();
        var offered = Stream.of(call.request().headers().firstValue("Sec-WebSocket-Protocol", "").split(",", -1))
                .map(String::strip).toList();
        var protocol = PROTOCOLS.stream().filter(offered::contains).findFirst();
        if (protocol.isEmpty()) {
            throw SimulatedApiException
                    .badRequest("unable to upgrade: none of the protocols " + offered + " is spoken here");
        }
        forwardPorts(call.exchange().upgrade(protocol.get()), pod, places);
    }

    private static List<Integer> parsePorts(SimulatedAuthenticatedRequest call) throws SimulatedApiException {
        var ports = new ArrayList<Integer>();
        for (var text : call.queryParameters().allValues("ports")) {
            if (!text.matches("\\d{1,5}") || Integer.parseInt(text) < 1 || Integer.parseInt(text) > MOST) {
                throw SimulatedApiException.badRequest("unable to parse \"" + text + "\" as a port");
            }
            ports.add(Integer.parseInt(text));
        }
        if (ports.isEmpty()) {
            throw SimulatedApiException.badRequest("query parameter \"port\" is required");
        }
        return ports;
    }

    private static void forwardPorts(ServerWebSocket socket, ObjectNode pod, List<ForwardTarget> places)
            throws IOException {
        var streams = new ArrayList<SimulatedPortForwardStream>();
        var talks = new ArrayList<Thread>();
        for (int at = 0; at < places.size(); at++) {
            streams.add(new SimulatedPortForwardStream(socket, 2 * at, places.get(at).port()));
        }
        for (int at = 0; at < places.size(); at++) {
            var stream = streams.get(at);
            var target = places.get(at);
            talks.add(Thread.ofVirtual()
                    .start(() -> stream.serve(target.listener(), connectionRefusedMessage(pod, target.port()))));
        }
        Thread.ofVirtual().start(() -> {
            try {
                for (var talk : talks) {
                    talk.join();
                }
                socket.close();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (IOException e) {
                // the client went first
            }
        });
        dispatchMessages(socket, streams);
    }

    private static void dispatchMessages(ServerWebSocket socket, List<SimulatedPortForwardStream> streams)
            throws IOException {
        try {
            for (var message = socket.receive(); message != null; message = socket.receive()) {
                var bytes = message.bytes();
                int channel = bytes.length == 0 ? -1 : bytes[0] & 0xff;
                if (channel >= 0 && channel % 2 == 0 && channel / 2 < streams.size()) {
                    streams.get(channel / 2).receive(bytes);
                }
            }
        } finally {
            for (var stream : streams) {
                stream.endInput();
            }
        }
    }

    /** Returns the kubelet's message for a refused connection inside the pod. */
    private static String connectionRefusedMessage(ObjectNode pod, int port) {
        return ("error forwarding port %d to pod %s, uid : failed to execute portforward in network namespace "
                + "\"/var/run/netns/cni-%s\": failed to connect to localhost:%d inside namespace, IPv4: dial tcp4 "
                + "127.0.0.1:%d: connect: connection refused").formatted(port,
                        SimulatedStoreJsonCodec.textAt(pod, "metadata", "uid"),
                        SimulatedStoreJsonCodec.textAt(pod, "metadata", "uid"), port, port);
    }

    /** One forwarded port at the other end of a WebSocket: a data channel, and the next one for errors. */
    private static final class SimulatedPortForwardStream {

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
}
