package tessera.demo.api.kubelet;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tessera.demo.api.kubelet.SimulatedKubeletApi.RemoteCommandRequest;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** The API server's errors where no kubelet answers. */
public final class SimulatedKubeletConnectionErrors {

    private static final String REFUSED = "dial tcp %s: connect: connection refused";

    private SimulatedKubeletConnectionErrors() {}

    public static SimulatedApiException logError(ObjectNode pod, ObjectNode node, String container, boolean previous)
            throws SimulatedApiException {
        var host = kubeletAddress(node);
        return SimulatedApiException.internalError("Get \"https://%s/containerLogs/%s/%s%s\": ".formatted(host,
                podPath(pod), container, previous ? "?previous=true" : "") + REFUSED.formatted(host));
    }

    public static SimulatedApiException commandError(ObjectNode pod, ObjectNode node, RemoteCommandRequest command)
            throws SimulatedApiException {
        var host = kubeletAddress(node);
        var parameters = new ArrayList<String>();
        command.commandLine()
                .forEach(word -> parameters.add("command=" + URLEncoder.encode(word, StandardCharsets.UTF_8)));
        addIf(parameters, command.stderr(), "error=1");
        addIf(parameters, command.stdin(), "input=1");
        addIf(parameters, command.stdout(), "output=1");
        addIf(parameters, command.tty(), "tty=1");
        return internalError("error sending request: Post \"https://%s/%s/%s/%s?%s\": ".formatted(host,
                command.commandLine().isEmpty() ? "attach" : "exec", podPath(pod), command.container(),
                String.join("&", parameters)) + REFUSED.formatted(host));
    }

    private static void addIf(List<String> parameters, boolean wanted, String parameter) {
        if (wanted) {
            parameters.add(parameter);
        }
    }

    private static String podPath(ObjectNode pod) {
        return SimulatedMetadata.namespaceOf(pod) + "/" + SimulatedMetadata.nameOf(pod);
    }

    /** Returns an error that names its reason as a cause, too. */
    public static SimulatedApiException internalError(String reason) {
        var details = SimulatedStoreJsonCodec.newObject();
        details.putArray("causes").addObject().put("message", reason);
        return new SimulatedApiException(500, "InternalError", "Internal error occurred: " + reason, details);
    }

    /** Returns the error for a port of a pod to be forwarded. */
    public static SimulatedApiException forwardError(ObjectNode node) throws SimulatedApiException {
        return SimulatedApiException.internalError("error dialing backend: " + REFUSED.formatted(kubeletAddress(node)));
    }

    /** Returns the error for a request to a port of a pod. */
    public static SimulatedApiException podProxyError(ObjectNode pod, String port) {
        var ip = SimulatedStoreJsonCodec.textAt(pod, "status", "podIP");
        return proxyError(ip, ip + ":" + port);
    }

    /**
     * Returns the error for a request to a port of a node.
     *
     * @param port empty for the kubelet's own
     */
    public static SimulatedApiException nodeProxyError(ObjectNode node, String port) throws SimulatedApiException {
        var address = kubeletAddress(node);
        return proxyError(address, port.isEmpty() ? address : address.replaceFirst(":\\d+$", ":" + port));
    }

    /** Returns the error for a request to an address; to the server's own machine none is passed on. */
    private static SimulatedApiException proxyError(String address, String target) {
        if (address.isEmpty() || address.startsWith("127.")) {
            return SimulatedApiException.badRequest("address not allowed");
        }
        return new SimulatedApiException(503, "ServiceUnavailable",
                "error trying to reach service: " + REFUSED.formatted(target), SimulatedStoreJsonCodec.newObject());
    }

    private static String kubeletAddress(ObjectNode node) throws SimulatedApiException {
        var port = node.path("status").path("daemonEndpoints").path("kubeletEndpoint").path("Port").asInt(10250);
        for (var address : node.path("status").path("addresses")) {
            if (SimulatedStoreJsonCodec.textAt(address, "type").equals("InternalIP")) {
                return SimulatedStoreJsonCodec.textAt(address, "address") + ":" + port;
            }
        }
        throw SimulatedApiException.internalError("no preferred addresses found; known addresses: []");
    }
}
