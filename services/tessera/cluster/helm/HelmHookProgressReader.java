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
import tessera.text.MessageCatalog;
import tessera.text.TextExcerpt;

/** Reader of the progress of the hook Helm waits for: its pod, why that does not start, and its last log line. */
record HelmHookProgressReader(ApiTransportSupplier transportSupplier) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(HelmHookProgressReader.class);
    private static final int LONGEST = 160;

    /** Returns the progress as a sentence without a full stop. */
    String progressText(ObjectRef hook) throws InterruptedException {
        var name = hook.kind() + " " + hook.namespace() + "/" + hook.name();
        try {
            var objects = new ApiObjectReader(transportSupplier);
            var pods = hook.kind().equals("Pod")
                    ? List.of(objects.readJson(ApiPathBuilder.objectPath(hook), MESSAGES.text("read.hook")))
                    : objects.listAll("/api/v1/namespaces/%s/pods?limit=100&labelSelector=%s".formatted(
                            ApiPathBuilder.encode(hook.namespace()), ApiPathBuilder.encode("job-name=" + hook.name())),
                            MESSAGES.text("list.hook.pods"));
            var newest = pods.stream().max(Comparator.comparing(pod -> pod.at("/metadata/creationTimestamp").asText()));
            return MESSAGES.text("hook.waits", name,
                    newest.isEmpty() ? MESSAGES.text("hook.pod.absent") : podStateText(newest.get()));
        } catch (ProblemException _) {
            return MESSAGES.text("hook.waits", name, "");
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
            return MESSAGES.text("hook.pod.waiting", name, waiting.path("reason").asText("waiting"),
                    shortenedMessage(waiting.path("message").asText("")));
        }
        if (unscheduled.isEmpty()) {
            return MESSAGES.text("hook.pod.phase", name, phase, shortenedMessage(lastLogLine(pod)));
        }
        return MESSAGES.text("hook.pod.unscheduled", name, shortenedMessage(unscheduled));
    }

    private static String shortenedMessage(String text) {
        var line = text.strip();
        return TextExcerpt.shorten(line, LONGEST);
    }

    private String lastLogLine(JsonNode pod) throws InterruptedException {
        var path = "/api/v1/namespaces/%s/pods/%s/log?tailLines=1&container=%s".formatted(
                ApiPathBuilder.encode(pod.at("/metadata/namespace").asText()),
                ApiPathBuilder.encode(pod.at("/metadata/name").asText()),
                ApiPathBuilder.encode(pod.at("/spec/containers/0/name").asText()));
        try {
            return transportSupplier.transport()
                    .readText(ApiRequest.proxiedPage(path, "*/*", MESSAGES.text("read.hook.log")));
        } catch (ProblemException _) {
            return "";
        }
    }
}
