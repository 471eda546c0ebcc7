package tessera.demo.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import tessera.demo.api.kubelet.SimulatedKubeletApi;
import tessera.demo.api.kubelet.SimulatedKubeletConnectionErrors;
import tessera.demo.api.kubelet.SimulatedKubeletDialer;
import tessera.demo.http.HttpHeaderFields;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedOwnerStatusWriter;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.objects.SimulatedObjectWriteTarget;
import tessera.demo.store.select.SimulatedListObjectFilter;
import tessera.kube.labels.LabelSelector;

/** Proxy endpoint for pods, services and nodes. */
record SimulatedProxyEndpoint(SimulatedKubeletDialer kubelets) {

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

    void answerPod(SimulatedAuthenticatedRequest call) throws IOException, SimulatedApiException {
        var target = ProxyTarget.parse(call.info().name());
        forwardToPod(call, findObject(call, "pods", target.name()), target.port());
    }

    /** Refuses the request, because kubelets answer nobody but their API server. */
    void answerNode(SimulatedAuthenticatedRequest call) throws SimulatedApiException {
        var target = ProxyTarget.parse(call.info().name());
        throw SimulatedKubeletConnectionErrors.nodeProxyError(findObject(call, "nodes", target.name()), target.port());
    }

    void answerService(SimulatedAuthenticatedRequest call) throws IOException, SimulatedApiException {
        var target = ProxyTarget.parse(call.info().name());
        var service = findObject(call, "services", target.name());
        var selector = service.path("spec").path("selector");
        var pods = selector.isEmpty() ? List.<ObjectNode>of() : readyPodsOf(call, selector);
        if (pods.isEmpty()) {
            throw new SimulatedApiException(503, "ServiceUnavailable",
                    "no endpoints available for service \"" + target.name() + "\"",
                    SimulatedStoreJsonCodec.newObject());
        }
        forwardToPod(call, pods.getFirst(), targetPort(service, target.port()));
    }

    private void forwardToPod(SimulatedAuthenticatedRequest call, ObjectNode pod, String port)
            throws IOException, SimulatedApiException {
        var number = portNumber(pod, port);
        var kubelet = kubelets.dial(SimulatedStoreJsonCodec.textAt(pod, "spec", "nodeName"));
        var reply = kubelet.isEmpty() ? Optional.<SimulatedKubeletApi.PodProxyResponse>empty()
                : kubelet.get().forwardToPod(pod, number, forwardedRequest(call));
        if (reply.isEmpty()) {
            throw SimulatedKubeletConnectionErrors.podProxyError(pod, number);
        }
        sendReply(call, reply.get());
    }

    /** Returns the number of a named port, or of the first port if no name is given. */
    private static String portNumber(ObjectNode pod, String port) {
        for (var container : pod.path("spec").path("containers")) {
            for (var element : container.path("ports")) {
                if (port.isEmpty() || port.equals(SimulatedStoreJsonCodec.textAt(element, "name"))) {
                    return SimulatedStoreJsonCodec.textAt(element, "containerPort");
                }
            }
        }
        return port;
    }

    private static List<ObjectNode> readyPodsOf(SimulatedAuthenticatedRequest call, JsonNode selector) {
        var labels = LabelSelector.ofLabels(selector);
        var selection = new SimulatedListObjectFilter(call.info().namespace(), labels,
                SimulatedListObjectFilter.ofNamespace("").fields());
        return call.storedObjects().list(call.storedObjects().catalog().get("pods"), selection).stream()
                .filter(pod -> SimulatedOwnerStatusWriter.hasTrueCondition(pod, "Ready")).toList();
    }

    private static String targetPort(JsonNode service, String wanted) {
        var ports = service.path("spec").path("ports");
        for (var port : ports) {
            if (wanted.isEmpty() || wanted.equals(SimulatedStoreJsonCodec.textAt(port, "name"))
                    || wanted.equals(SimulatedStoreJsonCodec.textAt(port, "port"))) {
                if (port.has("targetPort")) {
                    return SimulatedStoreJsonCodec.textAt(port, "targetPort");
                }
                return SimulatedStoreJsonCodec.textAt(port, "port");
            }
        }
        return wanted;
    }

    private static ObjectNode findObject(SimulatedAuthenticatedRequest call, String plural, String name)
            throws SimulatedApiException {
        var type = call.storedObjects().catalog().get(plural);
        return call.storedObjects()
                .get(SimulatedObjectWriteTarget.of(type, type.namespaced() ? call.info().namespace() : "", name));
    }

    private static SimulatedKubeletApi.PodProxyRequest forwardedRequest(SimulatedAuthenticatedRequest call)
            throws IOException, SimulatedApiException {
        var path = call.info().proxyPath().isEmpty() ? "/" : call.info().proxyPath();
        return new SimulatedKubeletApi.PodProxyRequest(call.request().method(), path, call.queryParameters().rawText(),
                call.request().headers(), new String(call.readBody(), StandardCharsets.UTF_8));
    }

    private static void sendReply(SimulatedAuthenticatedRequest call, SimulatedKubeletApi.PodProxyResponse reply)
            throws IOException {
        try (var out = call.exchange().open(reply.status(), copyHeaders(reply.headers()), true)) {
            out.write(reply.body().getBytes(StandardCharsets.UTF_8));
        }
    }

    private static HttpHeaderFields copyHeaders(HttpHeaderFields headers) {
        var copy = new HttpHeaderFields();
        headers.forEach((name, value) -> {
            if (!name.equalsIgnoreCase("Content-Length") && !name.equalsIgnoreCase("Transfer-Encoding")) {
                copy.add(name, value);
            }
        });
        return copy;
    }
}
