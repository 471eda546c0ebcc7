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

/** Passes requests on to pods, services and nodes. */
public final class ProxyEndpoint {

    private final KubeletEndpoint kubelet;

    public ProxyEndpoint(KubeletEndpoint kubelet) {
        this.kubelet = kubelet;
    }

    /**
     * What a name in a proxy path says: {@code name}, {@code name:port} or {@code scheme:name:port}.
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

    public void pod(ApiCall call) throws IOException, ApiError {
        var place = ProxyTarget.parse(call.info().name());
        send(call, kubelet.toPod(get(call, "pods", place.name()), place.port(), forwarded(call)));
    }

    public void node(ApiCall call) throws IOException, ApiError {
        var place = ProxyTarget.parse(call.info().name());
        send(call, kubelet.toNode(get(call, "nodes", place.name()), place.port(), forwarded(call)));
    }

    /** To one of the pods behind the service that are ready. */
    public void service(ApiCall call) throws IOException, ApiError {
        var place = ProxyTarget.parse(call.info().name());
        var service = get(call, "services", place.name());
        var selector = service.path("spec").path("selector");
        var pods = selector.isEmpty() ? List.<ObjectNode>of() : behind(call, selector);
        if (pods.isEmpty()) {
            throw new ApiError(503, "ServiceUnavailable",
                    "no endpoints available for service \"" + place.name() + "\"", StoreJson.object());
        }
        send(call, kubelet.toPod(pods.getFirst(), targetPort(service, place.port()), forwarded(call)));
    }

    private static List<ObjectNode> behind(ApiCall call, JsonNode selector) {
        var labels = StoreLabelSelector.of(StoreJson.object().set("matchLabels", selector));
        var selection = new ObjectSelection(call.info().namespace(), labels, ObjectSelection.all("").fields());
        return call.objects().list(call.objects().catalog().get("pods"), selection).stream()
                .filter(ProxyEndpoint::ready)
                .toList();
    }

    private static boolean ready(JsonNode pod) {
        for (var condition : pod.path("status").path("conditions")) {
            if (StoreJson.text(condition, "type").equals("Ready")) {
                return StoreJson.text(condition, "status").equals("True");
            }
        }
        return false;
    }

    private static String targetPort(JsonNode service, String wanted) {
        var ports = service.path("spec").path("ports");
        for (var port : ports) {
            if (wanted.isEmpty() || wanted.equals(StoreJson.text(port, "name"))
                    || wanted.equals(StoreJson.text(port, "port"))) {
                return port.has("targetPort") ? StoreJson.text(port, "targetPort") : StoreJson.text(port, "port");
            }
        }
        return wanted;
    }

    private static ObjectNode get(ApiCall call, String plural, String name) throws ApiError {
        var type = call.objects().catalog().get(plural);
        return call.objects().get(WriteTarget.of(type, type.namespaced() ? call.info().namespace() : "", name));
    }

    private static KubeletEndpoint.ForwardedRequest forwarded(ApiCall call) throws IOException, ApiError {
        var path = call.info().rest().isEmpty() ? "/" : call.info().rest();
        return new KubeletEndpoint.ForwardedRequest(call.request().method(), path, call.query().raw(),
                call.request().headers(),
                new String(call.bytes(), StandardCharsets.UTF_8));
    }

    private static void send(ApiCall call, KubeletEndpoint.Reply reply) throws IOException {
        try (var out = call.exchange().open(reply.status(), copy(reply.headers()), true)) {
            out.write(reply.body().getBytes(StandardCharsets.UTF_8));
        }
    }

    private static HeaderFields copy(HeaderFields headers) {
        var copy = new HeaderFields();
        headers.forEach((name, value) -> {
            if (!name.equalsIgnoreCase("Content-Length") && !name.equalsIgnoreCase("Transfer-Encoding")) {
                copy.add(name, value);
            }
        });
        return copy;
    }
}
