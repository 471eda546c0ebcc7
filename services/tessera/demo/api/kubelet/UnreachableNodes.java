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

/** Nodes on which nobody answers: every request fails as a real server's does when it dials in vain. */
public final class UnreachableNodes implements KubeletEndpoint {

    @Override
    public ContainerLogSource log(ObjectNode pod, ObjectNode node, String container, boolean previous) throws ApiError {
        var host = address(node);
        throw ApiError.internal("Get \"https://%s/containerLogs/%s/%s/%s%s\": dial tcp %s: connect: connection refused"
                .formatted(host, StoreJson.text(pod, "metadata", "namespace"), StoreJson.text(pod, "metadata", "name"),
                        container,
                        previous ? "?previous=true" : "", host));
    }

    @Override
    public int exec(ObjectNode pod, ObjectNode node, ContainerCommand command, RemoteTerminal terminal)
            throws ApiError {
        var host = address(node);
        var parameters = new ArrayList<String>();
        command.words().forEach(word -> parameters.add("command=" + URLEncoder.encode(word, StandardCharsets.UTF_8)));
        add(parameters, command.stderr(), "error=1");
        add(parameters, command.stdin(), "input=1");
        add(parameters, command.stdout(), "output=1");
        add(parameters, command.tty(), "tty=1");
        var why = "error sending request: Post \"https://%s/%s/%s/%s/%s?%s\": dial tcp %s: connect: connection refused"
                .formatted(host, command.words().isEmpty() ? "attach" : "exec",
                        StoreJson.text(pod, "metadata", "namespace"),
                        StoreJson.text(pod, "metadata", "name"), command.container(), String.join("&", parameters),
                        host);
        var details = StoreJson.object();
        details.putArray("causes").addObject().put("message", why);
        throw new ApiError(500, "InternalError", "Internal error occurred: " + why, details);
    }

    @Override
    public Optional<Listener> listener(ObjectNode pod, ObjectNode node, int port) throws ApiError {
        throw dialled(node);
    }

    /** What the API server says when it dials a node's kubelet in vain. */
    public static ApiError dialled(ObjectNode node) throws ApiError {
        return ApiError.internal("error dialing backend: dial tcp " + address(node) + ": connect: connection refused");
    }

    @Override
    public Reply toPod(ObjectNode pod, String port, ForwardedRequest request) throws ApiError {
        var ip = StoreJson.text(pod, "status", "podIP");
        throw refused(ip, ip + ":" + port);
    }

    @Override
    public Reply toNode(ObjectNode node, String port, ForwardedRequest request) throws ApiError {
        var address = address(node);
        throw refused(address, port.isEmpty() ? address : address.replaceFirst(":\\d+$", ":" + port));
    }

    @Override
    public MeasuredUsage usage(ObjectNode object) {
        return new MeasuredUsage(Instant.EPOCH, Duration.ZERO, List.of());
    }

    /** Where a node's kubelet listens. */
    public static String address(ObjectNode node) throws ApiError {
        var port = node.path("status").path("daemonEndpoints").path("kubeletEndpoint").path("Port").asInt(10250);
        for (var address : node.path("status").path("addresses")) {
            if (StoreJson.text(address, "type").equals("InternalIP")) {
                return StoreJson.text(address, "address") + ":" + port;
            }
        }
        throw ApiError.internal("no preferred addresses found; known addresses: []");
    }

    /** A server passes nothing on to its own machine. */
    private static ApiError refused(String address, String target) {
        if (address.isEmpty() || address.startsWith("127.")) {
            return ApiError.badRequest("address not allowed");
        }
        return new ApiError(503, "ServiceUnavailable",
                "error trying to reach service: dial tcp " + target + ": connect: connection refused",
                StoreJson.object());
    }

    private static void add(List<String> parameters, boolean wanted, String parameter) {
        if (wanted) {
            parameters.add(parameter);
        }
    }
}
