package tessera.cluster.helm;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;
import java.util.List;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.object.ApiPaths;
import tessera.cluster.object.ObjectLists;
import tessera.cluster.object.ObjectLists.ServerRoute;
import tessera.model.Failure;
import tessera.model.ObjectRef;

/** What a hook that Helm waits for is at: its pod, why that does not start, and the last line that it wrote. */
record HookProgress(ServerRoute way) {

    private static final int LONGEST = 160;

    /** A sentence without a full stop. */
    String words(ObjectRef hook) throws InterruptedException {
        var begin = "Helm waits for the hook %s %s".formatted(hook.kind(), hook.namespace() + "/" + hook.name());
        try {
            var objects = new ObjectLists(way);
            var pods = hook.kind().equals("Pod")
                    ? List.of(objects.read(ApiPaths.of(hook), "read a hook"))
                    : objects.items(
                            "/api/v1/namespaces/%s/pods?limit=100&labelSelector=%s".formatted(
                                    ApiPaths.encode(hook.namespace()), ApiPaths.encode("job-name=" + hook.name())),
                            "list the pods of a hook");
            var newest = pods.stream()
                    .max(Comparator.comparing(pod -> pod.at("/metadata/creationTimestamp").asText()));
            return newest.isEmpty() ? begin + ", which has no pod yet" : begin + ": " + state(newest.get());
        } catch (Failure _) {
            return begin;
        }
    }

    private String state(JsonNode pod) throws InterruptedException {
        var name = pod.at("/metadata/name").asText();
        var phase = pod.at("/status/phase").asText("Pending");
        var waiting = pod.at("/status/containerStatuses/0/state/waiting");
        var unscheduled = pod.at("/status/conditions").valueStream()
                .filter(each -> each.path("type").asText().equals("PodScheduled")
                        && each.path("status").asText().equals("False"))
                .map(each -> each.path("message").asText("")).findFirst().orElse("");
        if (!waiting.isMissingNode()) {
            return "pod %s is %s%s".formatted(name, waiting.path("reason").asText("waiting"),
                    shortened(": ", waiting.path("message").asText("")));
        }
        return unscheduled.isEmpty() ? "pod %s is %s%s".formatted(name, phase, shortened(", last line: ", log(pod)))
                : "pod %s is not scheduled%s".formatted(name, shortened(": ", unscheduled));
    }

    private static String shortened(String before, String words) {
        var line = words.strip();
        return line.isEmpty() ? "" : before + (line.length() > LONGEST ? line.substring(0, LONGEST) + "…" : line);
    }

    private String log(JsonNode pod) throws InterruptedException {
        var path = "/api/v1/namespaces/%s/pods/%s/log?tailLines=1&container=%s".formatted(
                ApiPaths.encode(pod.at("/metadata/namespace").asText()),
                ApiPaths.encode(pod.at("/metadata/name").asText()),
                ApiPaths.encode(pod.at("/spec/containers/0/name").asText()));
        try {
            return way.wire().text(ApiRequest.page(path, "*/*", "read the log of a hook"));
        } catch (Failure _) {
            return "";
        }
    }
}
