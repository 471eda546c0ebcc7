package tessera.demo.api.subresource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tessera.demo.api.call.ApiCall;
import tessera.demo.api.kubelet.KubeletEndpoint;
import tessera.demo.http.HeaderFields;
import tessera.demo.object.ApiError;
import tessera.demo.store.StoreJson;
import tessera.demo.store.objects.WriteTarget;
import tessera.demo.store.select.ObjectSelection;
import tessera.demo.store.select.StoreLabelSelector;

/** Proxy endpoint for pods, services and nodes. */
public final class ProxyEndpoint {

    private final KubeletEndpoint kubelet;

    public ProxyEndpoint(KubeletEndpoint kubelet) {
        this.kubelet = kubelet;
    }

    /**
     * The target in a proxy path: {@code name}, {@code name:port} or {@code scheme:name:port}.
     *
     * @param port empty if it is not said
     */
    private record ProxyTarget(String name, String port) {

        static ProxyTarget parse(String text) {
            var parts = List.of(text.split(":", -1));
            return switch (parts.size()) {
                case 1 -> new ProxyTarget(text, "");
                case 2 -> new ProxyTarget(parts.get(0), parts.get(1));
                default -> new ProxyTarget(parts.get(1), parts.get(2));
            };
        }
    }

    public void answerPod(ApiCall call) throws IOException, ApiError {
        var place = ProxyTarget.parse(call.info().name());
        sendReply(call,
                kubelet.forwardToPod(findObject(call, "pods", place.name()), place.port(), forwardedRequest(call)));
    }

    public void answerNode(ApiCall call) throws IOException, ApiError {
        var place = ProxyTarget.parse(call.info().name());
        sendReply(call,
                kubelet.forwardToNode(findObject(call, "nodes", place.name()), place.port(), forwardedRequest(call)));
    }

    /** Forwards the request to one of the service's ready pods. */
    public void answerService(ApiCall call) throws IOException, ApiError {
        var place = ProxyTarget.parse(call.info().name());
        var service = findObject(call, "services", place.name());
        var selector = service.path("spec").path("selector");
        var pods = selector.isEmpty() ? List.<ObjectNode>of() : readyPodsOf(call, selector);
        if (pods.isEmpty()) {
            throw new ApiError(503, "ServiceUnavailable",
                    "no endpoints available for service \"" + place.name() + "\"", StoreJson.newObject());
        }
        sendReply(call,
                kubelet.forwardToPod(pods.getFirst(), targetPort(service, place.port()), forwardedRequest(call)));
    }

    private static List<ObjectNode> readyPodsOf(ApiCall call, JsonNode selector) {
        var labels = StoreLabelSelector.fromSpec(StoreJson.newObject().set("matchLabels", selector));
        var selection = new ObjectSelection(call.info().namespace(), labels, ObjectSelection.ofNamespace("").fields());
        return call.storedObjects().list(call.storedObjects().catalog().get("pods"), selection).stream()
                .filter(ProxyEndpoint::isReady)
                .toList();
    }

    private static boolean isReady(JsonNode pod) {
        for (var condition : pod.path("status").path("conditions")) {
            if (StoreJson.textAt(condition, "type").equals("Ready")) {
                return StoreJson.textAt(condition, "status").equals("True");
            }
        }
        return false;
    }

    private static String targetPort(JsonNode service, String wanted) {
        var ports = service.path("spec").path("ports");
        for (var port : ports) {
            if (wanted.isEmpty() || wanted.equals(StoreJson.textAt(port, "name"))
                    || wanted.equals(StoreJson.textAt(port, "port"))) {
                return port.has("targetPort") ? StoreJson.textAt(port, "targetPort") : StoreJson.textAt(port, "port");
            }
        }
        return wanted;
    }

    private static ObjectNode findObject(ApiCall call, String plural, String name) throws ApiError {
        var type = call.storedObjects().catalog().get(plural);
        return call.storedObjects().get(WriteTarget.of(type, type.namespaced() ? call.info().namespace() : "", name));
    }

    private static KubeletEndpoint.ForwardedRequest forwardedRequest(ApiCall call) throws IOException, ApiError {
        var path = call.info().proxyPath().isEmpty() ? "/" : call.info().proxyPath();
        return new KubeletEndpoint.ForwardedRequest(call.request().method(), path, call.queryParameters().rawText(),
                call.request().headers(),
                new String(call.readBody(), StandardCharsets.UTF_8));
    }

    private static void sendReply(ApiCall call, KubeletEndpoint.ForwardedReply reply) throws IOException {
        try (var out = call.exchange().open(reply.status(), copyHeaders(reply.headers()), true)) {
            out.write(reply.body().getBytes(StandardCharsets.UTF_8));
        }
    }

    private static HeaderFields copyHeaders(HeaderFields headers) {
        var copy = new HeaderFields();
        headers.forEach((name, value) -> {
            if (!name.equalsIgnoreCase("Content-Length") && !name.equalsIgnoreCase("Transfer-Encoding")) {
                copy.add(name, value);
            }
        });
        return copy;
    }
}
