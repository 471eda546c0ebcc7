package tessera.demo.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tessera.demo.api.kubelet.SimulatedCommandStreams;
import tessera.demo.api.kubelet.SimulatedKubeletApi;
import tessera.demo.api.kubelet.SimulatedKubeletConnectionErrors;
import tessera.demo.api.kubelet.SimulatedKubeletDialer;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** Exec and attach endpoint for containers over WebSockets; SPDY, which older clients use, is not simulated. */
record SimulatedExecEndpoint(SimulatedKubeletDialer kubelets) {

    private static final List<String> PROTOCOLS = List.of("v5.channel.k8s.io", "v4.channel.k8s.io", "channel.k8s.io");

    /** How long the client may take to say that it has understood the end. */
    private static final Duration FAREWELL = Duration.ofSeconds(1);

    void answerExec(SimulatedAuthenticatedRequest call) throws IOException, SimulatedApiException {
        runCommand(call, call.queryParameters().allValues("command"));
    }

    void answerAttach(SimulatedAuthenticatedRequest call) throws IOException, SimulatedApiException {
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
            throw SimulatedRequestPodLookup.upgradeError(call, node, kubelets);
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
            // the client has gone; the command notices when it reads or writes
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private ObjectNode execStatus(ObjectNode pod, ObjectNode node, SimulatedKubeletApi.RemoteCommandRequest command,
            SimulatedExecWebSocketTerminal terminal) throws IOException {
        var outcome = SimulatedStoreJsonCodec.newObject();
        outcome.putObject("metadata");
        try {
            var kubelet = kubelets.dial(SimulatedMetadata.nameOf(node));
            if (kubelet.isEmpty()) {
                throw SimulatedKubeletConnectionErrors.commandError(pod, node, command);
            }
            int code = kubelet.get().execCommand(pod, node, command, terminal);
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
        /** Messages that the client may send before the command reads them. */
        private static final int ROOM = 4;
        private static final Duration LOOK = Duration.ofMillis(100);
        private static final byte[] NOTHING = {};

        private final SimulatedWebSocketChannels channels;
        private final BlockingQueue<byte[]> input = new ArrayBlockingQueue<>(ROOM);
        private volatile boolean inputEnded;
        private volatile boolean finished;
        private volatile String windowSize = "24 80";

        SimulatedExecWebSocketTerminal(SimulatedWebSocketChannels channels) {
            this.channels = channels;
        }

        /** Passes on the client's input until it disconnects. */
        void listen() throws IOException, InterruptedException {
            try {
                for (var bytes = channels.receive(); bytes != null; bytes = channels.receive()) {
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

        void finish(ObjectNode status) throws IOException {
            finished = true;
            channels.send(STATUS, SimulatedStoreJsonCodec.toBytes(status));
            channels.close();
        }

        void open() throws IOException {
            channels.send(STDOUT, new byte[0]);
        }

        @Override
        public void writeOutput(byte[] bytes) throws IOException {
            channels.send(STDOUT, bytes);
        }

        @Override
        public void writeError(byte[] bytes) throws IOException {
            channels.send(STDERR, bytes);
        }

        @Override
        public String windowSize() {
            return windowSize;
        }
    }
}
