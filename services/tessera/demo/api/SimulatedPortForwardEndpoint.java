package tessera.demo.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tessera.demo.api.kubelet.SimulatedKubeletConnectionErrors;
import tessera.demo.api.kubelet.SimulatedKubeletDialer;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedMetadata;

/** Port-forward endpoint for pods over WebSockets, a port each; SPDY, plain or tunnelled, is not simulated. */
record SimulatedPortForwardEndpoint(SimulatedKubeletDialer kubelets) {

    private static final List<String> PROTOCOLS = List.of("v4.channel.k8s.io");
    private static final int MOST = 65_535;
    private static final int DATA = 0;
    private static final int ERROR = 1;
    private static final int BUFFER = 64 * 1024;

    void answerPortForward(SimulatedAuthenticatedRequest call) throws IOException, SimulatedApiException {
        var pod = SimulatedRequestPodLookup.findPod(call);
        SimulatedRequestPodLookup.checkBound(pod);
        var node = SimulatedRequestPodLookup.findNode(call, pod);
        if (!call.request().wantsWebSocket()) {
            throw SimulatedRequestPodLookup.upgradeError(call, node, kubelets);
        }
        int port = parsePort(call.queryParameters().firstValue("ports", ""));
        var kubelet = kubelets.dial(SimulatedMetadata.nameOf(node));
        if (kubelet.isEmpty()) {
            throw SimulatedKubeletConnectionErrors.forwardError(node);
        }
        var listener = kubelet.get().listenerAt(pod, port);
        var channels = SimulatedWebSocketChannels.upgrade(call, PROTOCOLS, null);
        var received = new PipedOutputStream();
        var sent = new PipedInputStream(received, BUFFER);
        Thread.ofVirtual().start(() -> {
            try (sent) {
                var number = new byte[] {(byte) port, (byte) (port >> 8)};
                channels.send(DATA, number);
                channels.send(ERROR, number);
                if (listener.isPresent()) {
                    listener.get().serveClient(sent, channels.streamTo(DATA));
                } else {
                    channels.send(ERROR, connectionRefusedMessage(pod, port).getBytes(StandardCharsets.UTF_8));
                }
                channels.close();
            } catch (IOException e) {
                // the client has gone
            }
        });
        passOn(channels, received);
    }

    private static int parsePort(String text) throws SimulatedApiException {
        if (!text.matches("\\d{1,5}") || Integer.parseInt(text) < 1 || Integer.parseInt(text) > MOST) {
            throw SimulatedApiException.badRequest("unable to parse \"" + text + "\" as a port");
        }
        return Integer.parseInt(text);
    }

    private static void passOn(SimulatedWebSocketChannels channels, OutputStream received) throws IOException {
        try (received) {
            for (var message = channels.receive(); message != null; message = channels.receive()) {
                if (message[0] == DATA) {
                    writeOrDrop(received, message);
                }
            }
        }
    }

    private static void writeOrDrop(OutputStream received, byte[] message) {
        try {
            received.write(message, 1, message.length - 1);
            received.flush();
        } catch (IOException e) {
            // what listened has hung up
        }
    }

    private static String connectionRefusedMessage(ObjectNode pod, int port) {
        return ("error forwarding port %d to pod %s, uid : failed to execute portforward in network namespace "
                + "\"/var/run/netns/cni-%s\": failed to connect to localhost:%d inside namespace, IPv4: dial tcp4 "
                + "127.0.0.1:%d: connect: connection refused")
                .formatted(port, SimulatedMetadata.uidOf(pod), SimulatedMetadata.uidOf(pod), port, port);
    }
}
