package tessera.demo.api.subresource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import tessera.demo.api.call.SimulatedAuthenticatedRequest;
import tessera.demo.api.kubelet.SimulatedKubeletApi;
import tessera.demo.api.kubelet.SimulatedKubeletConnectionErrors;
import tessera.demo.api.kubelet.SimulatedKubeletDialer;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** Exec and attach endpoint for containers over WebSockets; SPDY, which older clients use, is not simulated. */
public final class SimulatedExecEndpoint {

    private static final List<String> PROTOCOLS = List.of("v5.channel.k8s.io", "v4.channel.k8s.io", "channel.k8s.io");

    /** How long the client may take to say that it has understood the end. */
    private static final Duration FAREWELL = Duration.ofSeconds(1);

    private final SimulatedKubeletDialer kubelets;

    public SimulatedExecEndpoint(SimulatedKubeletDialer kubelets) {
        this.kubelets = kubelets;
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
            throw SimulatedRequestPodLookup.upgradeError(call, node, kubelets);
        }
        var command = new SimulatedKubeletApi.RemoteCommandRequest(container, texts, query.isTrue("stdin"),
                query.isTrue("stdout"),
                query.isTrue("stderr"),
                query.isTrue("tty"));
        var offered = Stream.of(call.request().headers().firstValue("Sec-WebSocket-Protocol", "").split(",", -1))
                .map(String::strip).toList();
        var protocol = PROTOCOLS.stream().filter(offered::contains).findFirst().orElse("");
        var terminal = new SimulatedExecWebSocketTerminal(call.exchange().upgrade(protocol));
        terminal.open();
        var listener = Thread.ofVirtual().start(() -> listenAsync(terminal));
        terminal.finish(
                new String(SimulatedStoreJsonCodec.toBytes(execStatus(pod, node, command, terminal)),
                        StandardCharsets.UTF_8));
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

    private ObjectNode execStatus(ObjectNode pod, ObjectNode node,
            SimulatedKubeletApi.RemoteCommandRequest command,
            SimulatedExecWebSocketTerminal terminal)
            throws IOException {
        var outcome = SimulatedStoreJsonCodec.newObject();
        outcome.putObject("metadata");
        try {
            var kubelet = kubelets.dial(SimulatedStoreJsonCodec.textAt(node, "metadata", "name"));
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
}
