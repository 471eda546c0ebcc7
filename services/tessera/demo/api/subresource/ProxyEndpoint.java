package tessera.demo.api.subresource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tessera.demo.api.call.Call;
import tessera.demo.api.kubelet.Kubelet;
import tessera.demo.http.Headers;
import tessera.demo.object.ApiError;
import tessera.demo.store.Json;
import tessera.demo.store.objects.Target;
import tessera.demo.store.select.LabelSelector;
import tessera.demo.store.select.Selection;

/** Passes requests on to pods, services and nodes. */
public final class ProxyEndpoint {

    private final Kubelet kubelet;

    public ProxyEndpoint(Kubelet kubelet) {
        this.kubelet = kubelet;
    }

    /**
     * What a name in a proxy path says: {@code name}, {@code name:port} or {@code scheme:name:port}.
     *
     * @param port empty if it is not said
     */
    private record Place(String name, String port) {

        static Place parse(String text) {
            var parts = List.of(text.split(":", -1));
            return switch (parts.size()) {
                case 1 -> new Place(text, "");
                case 2 -> new Place(parts.get(0), parts.get(1));
                default -> new Place(parts.get(1), parts.get(2));
            };
        }
    }

    public void pod(Call call) throws IOException, ApiError {
        var place = Place.parse(call.info().name());
        send(call, kubelet.toPod(get(call, "pods", place.name()), place.port(), forwarded(call)));
    }

    public void node(Call call) throws IOException, ApiError {
        var place = Place.parse(call.info().name());
        send(call, kubelet.toNode(get(call, "nodes", place.name()), place.port(), forwarded(call)));
    }

    /** To one of the pods behind the service that are ready. */
    public void service(Call call) throws IOException, ApiError {
        var place = Place.parse(call.info().name());
        var service = get(call, "services", place.name());
        var selector = service.path("spec").path("selector");
        var pods = selector.isEmpty() ? List.<ObjectNode>of() : behind(call, selector);
        if (pods.isEmpty()) {
            throw new ApiError(503, "ServiceUnavailable",
                    "no endpoints available for service \"" + place.name() + "\"", Json.object());
        }
        send(call, kubelet.toPod(pods.getFirst(), targetPort(service, place.port()), forwarded(call)));
    }

    private static List<ObjectNode> behind(Call call, JsonNode selector) {
        var labels = LabelSelector.of(Json.object().set("matchLabels", selector));
        var selection = new Selection(call.info().namespace(), labels, Selection.all("").fields());
        return call.objects().list(call.objects().catalog().get("pods"), selection).stream()
                .filter(ProxyEndpoint::ready)
                .toList();
    }

    private static boolean ready(JsonNode pod) {
        for (var condition : pod.path("status").path("conditions")) {
            if (Json.text(condition, "type").equals("Ready")) {
                return Json.text(condition, "status").equals("True");
            }
        }
        return false;
    }

    private static String targetPort(JsonNode service, String wanted) {
        var ports = service.path("spec").path("ports");
        for (var port : ports) {
            if (wanted.isEmpty() || wanted.equals(Json.text(port, "name")) || wanted.equals(Json.text(port, "port"))) {
                return port.has("targetPort") ? Json.text(port, "targetPort") : Json.text(port, "port");
            }
        }
        return wanted;
    }

    private static ObjectNode get(Call call, String plural, String name) throws ApiError {
        var type = call.objects().catalog().get(plural);
        return call.objects().get(Target.of(type, type.namespaced() ? call.info().namespace() : "", name));
    }

    private static Kubelet.Forwarded forwarded(Call call) throws IOException, ApiError {
        var path = call.info().rest().isEmpty() ? "/" : call.info().rest();
        return new Kubelet.Forwarded(call.request().method(), path, call.query().raw(), call.request().headers(),
                new String(call.bytes(), StandardCharsets.UTF_8));
    }

    private static void send(Call call, Kubelet.Reply reply) throws IOException {
        try (var out = call.exchange().open(reply.status(), copy(reply.headers()), true)) {
            out.write(reply.body().getBytes(StandardCharsets.UTF_8));
        }
    }

    private static Headers copy(Headers headers) {
        var copy = new Headers();
        headers.forEach((name, value) -> {
            if (!name.equalsIgnoreCase("Content-Length") && !name.equalsIgnoreCase("Transfer-Encoding")) {
                copy.add(name, value);
            }
        });
        return copy;
    }
}
