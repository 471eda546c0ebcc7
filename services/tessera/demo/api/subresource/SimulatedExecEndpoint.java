package tessera.demo.api.subresource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import tessera.demo.api.call.SimulatedAuthenticatedRequest;
import tessera.demo.api.kubelet.SimulatedCommandStreams;
import tessera.demo.api.kubelet.SimulatedKubeletApi;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** Exec and attach endpoint for containers over WebSockets; SPDY, which older clients use, is not simulated. */
public final class SimulatedExecEndpoint {

    private static final List<String> PROTOCOLS = List.of("v5.channel.k8s.io", "v4.channel.k8s.io", "channel.k8s.io");

    /** How long the client may take to say that it has understood the end. */
    private static final Duration FAREWELL = Duration.ofSeconds(1);

    private final SimulatedKubeletApi kubelet;

    public SimulatedExecEndpoint(SimulatedKubeletApi kubelet) {
        this.kubelet = kubelet;
    }

    /** Runs a command in a container. */
    public void answerExec(SimulatedAuthenticatedRequest call) throws IOException, SimulatedApiException {
        runCommand(call, call.queryParameters().allValues("command"));
    }

    /** Attaches to the process that already runs. */
    public void answerAttach(SimulatedAuthenticatedRequest call) throws IOException, SimulatedApiException {
        runCommand(call, List.of());
    }

    private void runCommand(SimulatedAuthenticatedRequest call, List<String> texts)
            throws IOException, SimulatedApiException {
        var query = call.queryParameters();
        var pod = SimulatedRequestPodLookup.findPod(call);
        var container = SimulatedRequestPodLookup.containerName(pod, query.firstValue("container", ""));
        SimulatedRequestPodLookup.checkBound(pod);
        var node = SimulatedRequestPodLookup.findNode(call, pod);
        if (!call.request().wantsWebSocket()) {
            throw SimulatedRequestPodLookup.upgradeError(call, node, kubelet);
        }
        var command = new SimulatedKubeletApi.RemoteCommandRequest(container, texts, query.isTrue("stdin"),
                query.isTrue("stdout"), query.isTrue("stderr"), query.isTrue("tty"));
        var terminal = new SimulatedExecWebSocketTerminal(SimulatedWebSocketChannels.upgrade(call, PROTOCOLS, ""));
        terminal.open();
        var listener = Thread.ofVirtual().start(() -> listenAsync(terminal));
        terminal.finish(execStatus(pod, node, command, terminal));
        try {
            listener.join(FAREWELL);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void listenAsync(SimulatedExecWebSocketTerminal terminal) {
        try {
            terminal.listen();
        } catch (IOException e) {
            // the client has gone; the command notices when it writes
        }
    }

    private ObjectNode execStatus(ObjectNode pod, ObjectNode node, SimulatedKubeletApi.RemoteCommandRequest command,
            SimulatedExecWebSocketTerminal terminal)
            throws IOException {
        var outcome = SimulatedStoreJsonCodec.newObject();
        outcome.putObject("metadata");
        try {
            int code = kubelet.execCommand(pod, node, command, terminal);
            if (code == 0) {
                return outcome.put("status", "Success");
            }
            outcome.put("status", "Failure").put("message",
                    "command terminated with non-zero exit code: exit status " + code);
            outcome.put("reason", "NonZeroExitCode").putObject("details").putArray("causes").addObject()
                    .put("reason", "ExitCode").put("message", Integer.toString(code));
            return outcome;
        } catch (SimulatedApiException e) {
            var status = e.statusBody();
            status.remove(List.of("kind", "apiVersion"));
            return status;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return outcome.put("status", "Failure").put("message", "interrupted");
        }
    }

    /** A terminal at the other end of a WebSocket, with one channel number in front of each message. */
    private static final class SimulatedExecWebSocketTerminal implements SimulatedCommandStreams {

        private static final int STDIN = 0;
        private static final int STDOUT = 1;
        private static final int STDERR = 2;
        private static final int STATUS = 3;
        private static final int RESIZE = 4;
        private static final int CLOSE = 255;
        private static final int BUFFER = 64 * 1024;

        private final SimulatedWebSocketChannels channels;
        private final PipedInputStream stdin = new PipedInputStream(BUFFER);
        private final PipedOutputStream terminalInput;
        private BiConsumer<Integer, Integer> resized = (_, _) -> {};
        private int columns;
        private int rows;

        SimulatedExecWebSocketTerminal(SimulatedWebSocketChannels channels) throws IOException {
            this.channels = channels;
            this.terminalInput = new PipedOutputStream(stdin);
        }

        /** Passes on the client's input until it disconnects. */
        void listen() throws IOException {
            try (terminalInput) {
                for (var bytes = channels.receive(); bytes != null; bytes = channels.receive()) {
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
        void finish(ObjectNode status) throws IOException {
            channels.send(STATUS, SimulatedStoreJsonCodec.toBytes(status));
            channels.close();
        }

        void open() throws IOException {
            channels.send(STDOUT, new byte[0]);
        }

        @Override
        public InputStream stdin() {
            return stdin;
        }

        @Override
        public OutputStream stdout() {
            return channels.streamTo(STDOUT);
        }

        @Override
        public OutputStream stderr() {
            return channels.streamTo(STDERR);
        }

        @Override
        public synchronized void onResize(BiConsumer<Integer, Integer> listener) {
            resized = listener;
            // The client may have told before anybody listened.
            if (columns > 0) {
                listener.accept(columns, rows);
            }
        }
    }
}
