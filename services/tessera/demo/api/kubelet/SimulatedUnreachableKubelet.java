package tessera.demo.api.kubelet;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** Kubelets that do not answer: every request fails as a real server's does when it cannot connect. */
public final class SimulatedUnreachableKubelet implements SimulatedKubeletApi {

    @Override
    public SimulatedContainerLog containerLog(ObjectNode pod, ObjectNode node, String container, boolean previous)
            throws SimulatedApiException {
        var host = kubeletAddress(node);
        throw SimulatedApiException
                .internalError("Get \"https://%s/containerLogs/%s/%s/%s%s\": dial tcp %s: connect: connection refused"
                        .formatted(host, SimulatedStoreJsonCodec.textAt(pod, "metadata", "namespace"),
                                SimulatedStoreJsonCodec.textAt(pod, "metadata", "name"),
                                container,
                                previous ? "?previous=true" : "", host));
    }

    @Override
    public int execCommand(ObjectNode pod, ObjectNode node, RemoteCommandRequest command,
            SimulatedCommandStreams terminal)
            throws SimulatedApiException {
        var host = kubeletAddress(node);
        var parameters = new ArrayList<String>();
        command.commandLine()
                .forEach(word -> parameters.add("command=" + URLEncoder.encode(word, StandardCharsets.UTF_8)));
        addIf(parameters, command.stderr(), "error=1");
        addIf(parameters, command.stdin(), "input=1");
        addIf(parameters, command.stdout(), "output=1");
        addIf(parameters, command.tty(), "tty=1");
        var reason = "error sending request: Post \"https://%s/%s/%s/%s/%s?%s\": dial tcp %s: connect: connection refused"
                .formatted(host, command.commandLine().isEmpty() ? "attach" : "exec",
                        SimulatedStoreJsonCodec.textAt(pod, "metadata", "namespace"),
                        SimulatedStoreJsonCodec.textAt(pod, "metadata", "name"), command.container(),
                        String.join("&", parameters),
                        host);
        var details = SimulatedStoreJsonCodec.newObject();
        details.putArray("causes").addObject().put("message", reason);
        throw new SimulatedApiException(500, "InternalError", "Internal error occurred: " + reason, details);
    }

    @Override
    public Optional<SimulatedPodPortServer> listenerAt(ObjectNode pod, ObjectNode node, int port)
            throws SimulatedApiException {
        throw connectionError(node);
    }

    /** Returns the error of the API server when a node's kubelet cannot be reached. */
    public static SimulatedApiException connectionError(ObjectNode node) throws SimulatedApiException {
        return SimulatedApiException.internalError(
                "error dialing backend: dial tcp " + kubeletAddress(node) + ": connect: connection refused");
    }

    @Override
    public PodProxyResponse forwardToPod(ObjectNode pod, String port, PodProxyRequest request)
            throws SimulatedApiException {
        var ip = SimulatedStoreJsonCodec.textAt(pod, "status", "podIP");
        throw refusedConnection(ip, ip + ":" + port);
    }

    @Override
    public PodProxyResponse forwardToNode(ObjectNode node, String port, PodProxyRequest request)
            throws SimulatedApiException {
        var address = kubeletAddress(node);
        throw refusedConnection(address, port.isEmpty() ? address : address.replaceFirst(":\\d+$", ":" + port));
    }

    @Override
    public SimulatedResourceUsage measureUsage(ObjectNode object) {
        return new SimulatedResourceUsage(Instant.EPOCH, Duration.ZERO, List.of());
    }

    /** Returns the address at which a node's kubelet listens. */
    public static String kubeletAddress(ObjectNode node) throws SimulatedApiException {
        var port = node.path("status").path("daemonEndpoints").path("kubeletEndpoint").path("Port").asInt(10250);
        for (var address : node.path("status").path("addresses")) {
            if (SimulatedStoreJsonCodec.textAt(address, "type").equals("InternalIP")) {
                return SimulatedStoreJsonCodec.textAt(address, "address") + ":" + port;
            }
        }
        throw SimulatedApiException.internalError("no preferred addresses found; known addresses: []");
    }

    /** Returns the refusal to forward a request to the server's own machine. */
    private static SimulatedApiException refusedConnection(String address, String target) {
        if (address.isEmpty() || address.startsWith("127.")) {
            return SimulatedApiException.badRequest("address not allowed");
        }
        return new SimulatedApiException(503, "ServiceUnavailable",
                "error trying to reach service: dial tcp " + target + ": connect: connection refused",
                SimulatedStoreJsonCodec.newObject());
    }

    private static void addIf(List<String> parameters, boolean wanted, String parameter) {
        if (wanted) {
            parameters.add(parameter);
        }
    }
}
