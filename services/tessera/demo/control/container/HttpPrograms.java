package tessera.demo.control.container;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import tessera.demo.api.kubelet.KubeletEndpoint.ForwardedRequest;
import tessera.demo.api.kubelet.KubeletEndpoint.Reply;
import tessera.demo.http.HeaderFields;
import tessera.demo.store.StoreJson;

/** The programs in containers that answer HTTP and are no exporters: servers of models, notebooks. */
final class HttpPrograms {

    /** The longest request that anybody reads. */
    static final int LONGEST = 1 << 20;

    private HttpPrograms() {}

    /** Whether a container that runs declares a port, and is therefore taken to listen at it. */
    static boolean declares(JsonNode pod, int port) {
        for (var container : pod.path("spec").path("containers")) {
            for (var each : container.path("ports")) {
                if (each.path("containerPort").asInt() == port
                        && ContainerRun.runs(pod, StoreJson.text(container, "name"))) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * What a pod answers.
     *
     * @return nothing if it is not known what its image answers, or nobody listens at that port
     */
    static Optional<Reply> answer(JsonNode pod, String port, ForwardedRequest request) {
        if (!port.matches("\\d{1,5}") || !declares(pod, Integer.parseInt(port))) {
            return Optional.empty();
        }
        var container = pod.path("spec").path("containers").path(0);
        var image = StoreJson.text(container, "image");
        if (request.path().equals(StoreJson.text(container, "readinessProbe", "httpGet", "path"))) {
            return Optional.of(text(200, ""));
        }
        if (image.contains("vllm")) {
            return Optional.of(model(StoreJson.text(pod, "metadata", "labels", "app"), request));
        }
        if (image.contains("notebook")) {
            return Optional.of(notebook(request));
        }
        return Optional.empty();
    }

    private static Reply model(String name, ForwardedRequest request) {
        return switch (request.path()) {
            case "/v1/models" -> json(200, """
                    {"object":"list","data":[{"id":"%s","object":"model","owned_by":"vllm"}]}""".formatted(name));
            case "/version" -> json(200, """
                    {"version":"0.11.0"}""");
            case "/ping" -> text(200, "");
            default -> json(404, """
                    {"detail":"Not Found"}""");
        };
    }

    private static Reply notebook(ForwardedRequest request) {
        return switch (request.path()) {
            case "/api" -> json(200, """
                    {"version": "2.17.0"}""");
            case "/" ->
                new Reply(302, HeaderFields.of("Location", "/lab", "Content-Type", "text/html; charset=UTF-8"), "");
            case "/lab" -> new Reply(200, HeaderFields.of("Content-Type", "text/html; charset=UTF-8"),
                    "<!doctype html><title>JupyterLab</title><h1>JupyterLab</h1>\n");
            default -> json(404, """
                    {"message": "Not Found", "reason": null}""");
        };
    }

    /** What a server answers of which nothing is known but that it listens. */
    static Reply unknown() {
        return text(404, "404 page not found\n");
    }

    private static Reply text(int status, String text) {
        return new Reply(status, HeaderFields.of("Content-Type", "text/plain; charset=utf-8"), text);
    }

    private static Reply json(int status, String text) {
        return new Reply(status, HeaderFields.of("Content-Type", "application/json"), text);
    }
}
