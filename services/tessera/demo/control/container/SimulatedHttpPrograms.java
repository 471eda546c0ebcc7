package tessera.demo.control.container;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import tessera.demo.api.kubelet.SimulatedKubeletApi.PodProxyRequest;
import tessera.demo.api.kubelet.SimulatedKubeletApi.PodProxyResponse;
import tessera.demo.http.HttpHeaderFields;
import tessera.demo.object.SimulatedTableReader;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** Simulated HTTP programs in containers other than exporters: model servers and notebooks, with recorded answers. */
final class SimulatedHttpPrograms {

    private static final List<RecordedHttpAnswer> ANSWERS = SimulatedTableReader.readTable(SimulatedHttpPrograms.class,
            "servers.yaml", new TypeReference<>() {
            });
    private static final String TEXT = "text/plain; charset=utf-8";

    private SimulatedHttpPrograms() {}

    /** @param path empty for what no other answer is for */
    private record RecordedHttpAnswer(String image, String path, int status, String type, String location,
            String body) {

        private boolean answersFor(String requestedImage, String requestedPath) {
            return requestedImage.contains(image) && (path.isEmpty() || path.equals(requestedPath));
        }

        private PodProxyResponse toResponse(JsonNode pod) {
            var headers = HttpHeaderFields.of("Content-Type", type);
            if (!location.isEmpty()) {
                headers.add("Location", location);
            }
            var app = SimulatedStoreJsonCodec.textAt(pod, "metadata", "labels", "app");
            return new PodProxyResponse(status, headers, body.replace("{app}", app));
        }
    }

    /** Returns whether a running container declares a port, which then counts as open. */
    static boolean declaresPort(JsonNode pod, int port) {
        return pod.path("spec").path("containers").valueStream()
                .filter(container -> SimulatedContainerRun.isRunning(pod, container.path("name").asText()))
                .flatMap(container -> container.path("ports").valueStream())
                .anyMatch(declared -> declared.path("containerPort").asInt() == port);
    }

    /** Returns the pod's response; empty if it is not known what its image answers, or nobody listens at that port. */
    static Optional<PodProxyResponse> answerRequest(JsonNode pod, String port, PodProxyRequest request) {
        if (!port.matches("\\d{1,5}") || !declaresPort(pod, Integer.parseInt(port))) {
            return Optional.empty();
        }
        var container = pod.path("spec").path("containers").path(0);
        var image = container.path("image").asText();
        if (request.path().equals(SimulatedStoreJsonCodec.textAt(container, "readinessProbe", "httpGet", "path"))) {
            return Optional.of(new PodProxyResponse(200, HttpHeaderFields.of("Content-Type", TEXT), ""));
        }
        return ANSWERS.stream().filter(answer -> answer.answersFor(image, request.path())).findFirst()
                .map(answer -> answer.toResponse(pod));
    }

    /** Returns the response of a server of which only the open port is known. */
    static PodProxyResponse unknownReply() {
        return new PodProxyResponse(404, HttpHeaderFields.of("Content-Type", TEXT), "404 page not found\n");
    }
}
