package tessera.demo.api.kubelet;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.demo.object.ApiError;
import tessera.demo.store.StoreJson;

/** Kubelets that do not answer: every request fails as a real server's does when it cannot connect. */
public final class UnreachableNodes implements KubeletEndpoint {

    @Override
    public ContainerLogSource containerLog(ObjectNode pod, ObjectNode node, String container, boolean previous)
            throws ApiError {
        var host = kubeletAddress(node);
        throw ApiError
                .internalError("Get \"https://%s/containerLogs/%s/%s/%s%s\": dial tcp %s: connect: connection refused"
                        .formatted(host, StoreJson.textAt(pod, "metadata", "namespace"),
                                StoreJson.textAt(pod, "metadata", "name"),
                                container,
                                previous ? "?previous=true" : "", host));
    }

    @Override
    public int execCommand(ObjectNode pod, ObjectNode node, ContainerCommand command, RemoteTerminal terminal)
            throws ApiError {
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
                        StoreJson.textAt(pod, "metadata", "namespace"),
                        StoreJson.textAt(pod, "metadata", "name"), command.container(), String.join("&", parameters),
                        host);
        var details = StoreJson.newObject();
        details.putArray("causes").addObject().put("message", reason);
        throw new ApiError(500, "InternalError", "Internal error occurred: " + reason, details);
    }

    @Override
    public Optional<PodPortListener> listenerAt(ObjectNode pod, ObjectNode node, int port) throws ApiError {
        throw connectionError(node);
    }

    /** Returns the error of the API server when a node's kubelet cannot be reached. */
    public static ApiError connectionError(ObjectNode node) throws ApiError {
        return ApiError.internalError(
                "error dialing backend: dial tcp " + kubeletAddress(node) + ": connect: connection refused");
    }

    @Override
    public ForwardedReply forwardToPod(ObjectNode pod, String port, ForwardedRequest request) throws ApiError {
        var ip = StoreJson.textAt(pod, "status", "podIP");
        throw refusedConnection(ip, ip + ":" + port);
    }

    @Override
    public ForwardedReply forwardToNode(ObjectNode node, String port, ForwardedRequest request) throws ApiError {
        var address = kubeletAddress(node);
        throw refusedConnection(address, port.isEmpty() ? address : address.replaceFirst(":\\d+$", ":" + port));
    }

    @Override
    public MeasuredUsage measureUsage(ObjectNode object) {
        return new MeasuredUsage(Instant.EPOCH, Duration.ZERO, List.of());
    }

    /** Returns the address at which a node's kubelet listens. */
    public static String kubeletAddress(ObjectNode node) throws ApiError {
        var port = node.path("status").path("daemonEndpoints").path("kubeletEndpoint").path("Port").asInt(10250);
        for (var address : node.path("status").path("addresses")) {
            if (StoreJson.textAt(address, "type").equals("InternalIP")) {
                return StoreJson.textAt(address, "address") + ":" + port;
            }
        }
        throw ApiError.internalError("no preferred addresses found; known addresses: []");
    }

    /** Returns the refusal to forward a request to the server's own machine. */
    private static ApiError refusedConnection(String address, String target) {
        if (address.isEmpty() || address.startsWith("127.")) {
            return ApiError.badRequest("address not allowed");
        }
        return new ApiError(503, "ServiceUnavailable",
                "error trying to reach service: dial tcp " + target + ": connect: connection refused",
                StoreJson.newObject());
    }

    private static void addIf(List<String> parameters, boolean wanted, String parameter) {
        if (wanted) {
            parameters.add(parameter);
        }
    }
}
