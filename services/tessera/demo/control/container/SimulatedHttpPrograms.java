package tessera.demo.control.container;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import tessera.demo.api.kubelet.SimulatedKubeletApi.PodProxyRequest;
import tessera.demo.api.kubelet.SimulatedKubeletApi.PodProxyResponse;
import tessera.demo.http.HttpHeaderFields;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** Simulated HTTP programs in containers other than exporters: model servers and notebooks. */
final class SimulatedHttpPrograms {

    /** The longest request that anybody reads. */
    static final int LONGEST = 1 << 20;

    private SimulatedHttpPrograms() {}

    /** Returns whether a running container declares a port, which then counts as open. */
    static boolean declaresPort(JsonNode pod, int port) {
        for (var container : pod.path("spec").path("containers")) {
            for (var element : container.path("ports")) {
                if (element.path("containerPort").asInt() == port
                        && SimulatedContainerRun.isRunning(pod, SimulatedStoreJsonCodec.textAt(container, "name"))) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Returns the pod's response; empty if no such program listens.
     *
     * @return nothing if it is not known what its image answers, or nobody listens at that port
     */
    static Optional<PodProxyResponse> answerRequest(JsonNode pod, String port, PodProxyRequest request) {
        if (!port.matches("\\d{1,5}") || !declaresPort(pod, Integer.parseInt(port))) {
            return Optional.empty();
        }
        var container = pod.path("spec").path("containers").path(0);
        var image = SimulatedStoreJsonCodec.textAt(container, "image");
        if (request.path().equals(SimulatedStoreJsonCodec.textAt(container, "readinessProbe", "httpGet", "path"))) {
            return Optional.of(textReply(200, ""));
        }
        if (image.contains("vllm")) {
            return Optional.of(modelReply(SimulatedStoreJsonCodec.textAt(pod, "metadata", "labels", "app"), request));
        }
        if (image.contains("notebook")) {
            return Optional.of(notebookReply(request));
        }
        return Optional.empty();
    }

    private static PodProxyResponse modelReply(String name, PodProxyRequest request) {
        return switch (request.path()) {
            case "/v1/models" -> jsonReply(200, """
                    {"object":"list","data":[{"id":"%s","object":"model","owned_by":"vllm"}]}""".formatted(name));
            case "/version" -> jsonReply(200, """
                    {"version":"0.11.0"}""");
            case "/ping" -> textReply(200, "");
            default -> jsonReply(404, """
                    {"detail":"Not Found"}""");
        };
    }

    private static PodProxyResponse notebookReply(PodProxyRequest request) {
        return switch (request.path()) {
            case "/api" -> jsonReply(200, """
                    {"version": "2.17.0"}""");
            case "/" ->
                new PodProxyResponse(302,
                        HttpHeaderFields.of("Location", "/lab", "Content-Type", "text/html; charset=UTF-8"),
                        "");
            case "/lab" -> new PodProxyResponse(200, HttpHeaderFields.of("Content-Type", "text/html; charset=UTF-8"),
                    "<!doctype html><title>JupyterLab</title><h1>JupyterLab</h1>\n");
            default -> jsonReply(404, """
                    {"message": "Not Found", "reason": null}""");
        };
    }

    /** Returns the response of a server of which only the open port is known. */
    static PodProxyResponse unknownReply() {
        return textReply(404, "404 page not found\n");
    }

    private static PodProxyResponse textReply(int status, String text) {
        return new PodProxyResponse(status, HttpHeaderFields.of("Content-Type", "text/plain; charset=utf-8"), text);
    }

    private static PodProxyResponse jsonReply(int status, String text) {
        return new PodProxyResponse(status, HttpHeaderFields.of("Content-Type", "application/json"), text);
    }
}
