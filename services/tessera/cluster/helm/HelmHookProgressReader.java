package tessera.cluster.helm;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;
import java.util.List;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.object.ApiObjectReader;
import tessera.cluster.object.ApiObjectReader.ApiTransportSupplier;
import tessera.cluster.object.ApiPathBuilder;
import tessera.model.ObjectRef;
import tessera.model.ProblemException;

/** Reader of the progress of the hook Helm waits for: its pod, why that does not start, and its last log line. */
record HelmHookProgressReader(ApiTransportSupplier transportSupplier) {

    private static final int LONGEST = 160;

    /** Returns the progress as a sentence without a full stop. */
    String progressText(ObjectRef hook) throws InterruptedException {
        var begin = "Helm waits for the hook %s %s".formatted(hook.kind(), hook.namespace() + "/" + hook.name());
        try {
            var objects = new ApiObjectReader(transportSupplier);
            var pods = hook.kind().equals("Pod")
                    ? List.of(objects.readJson(ApiPathBuilder.objectPath(hook), "read a hook"))
                    : objects.listAll(
                            "/api/v1/namespaces/%s/pods?limit=100&labelSelector=%s".formatted(
                                    ApiPathBuilder.encode(hook.namespace()),
                                    ApiPathBuilder.encode("job-name=" + hook.name())),
                            "list the pods of a hook");
            var newest = pods.stream()
                    .max(Comparator.comparing(pod -> pod.at("/metadata/creationTimestamp").asText()));
            return newest.isEmpty() ? begin + ", which has no pod yet" : begin + ": " + podStateText(newest.get());
        } catch (ProblemException _) {
            return begin;
        }
    }

    private String podStateText(JsonNode pod) throws InterruptedException {
        var name = pod.at("/metadata/name").asText();
        var phase = pod.at("/status/phase").asText("Pending");
        var waiting = pod.at("/status/containerStatuses/0/state/waiting");
        var unscheduled = pod.at("/status/conditions").valueStream()
                .filter(element -> element.path("type").asText().equals("PodScheduled")
                        && element.path("status").asText().equals("False"))
                .map(element -> element.path("message").asText("")).findFirst().orElse("");
        if (!waiting.isMissingNode()) {
            return "pod %s is %s%s".formatted(name, waiting.path("reason").asText("waiting"),
                    shortenedMessage(": ", waiting.path("message").asText("")));
        }
        if (unscheduled.isEmpty()) {
            return "pod %s is %s%s".formatted(name, phase, shortenedMessage(", last line: ", lastLogLine(pod)));
        }
        return "pod %s is not scheduled%s".formatted(name, shortenedMessage(": ", unscheduled));
    }

    private static String shortenedMessage(String before, String text) {
        var line = text.strip();
        if (line.isEmpty()) {
            return "";
        }
        return before + (line.length() > LONGEST ? line.substring(0, LONGEST) + "…" : line);
    }

    private String lastLogLine(JsonNode pod) throws InterruptedException {
        var path = "/api/v1/namespaces/%s/pods/%s/log?tailLines=1&container=%s".formatted(
                ApiPathBuilder.encode(pod.at("/metadata/namespace").asText()),
                ApiPathBuilder.encode(pod.at("/metadata/name").asText()),
                ApiPathBuilder.encode(pod.at("/spec/containers/0/name").asText()));
        try {
            return transportSupplier.transport()
                    .readText(ApiRequest.proxiedPage(path, "*/*", "read the log of a hook"));
        } catch (ProblemException _) {
            return "";
        }
    }
}
