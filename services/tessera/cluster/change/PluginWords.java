package tessera.cluster.change;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.object.ApiPaths;
import tessera.cluster.object.ObjectLists.ServerRoute;
import tessera.model.Failure;
import tessera.model.ObjectRef;

/** What pods that read configurations say themselves of why they do not do as they were told. */
final class PluginWords {

    /** Not the names of settings that have such a word in them: a plugin prints its configuration when it starts. */
    private static final Pattern COMPLAINT = Pattern.compile("^[EF]\\d{4} |\\b(error|failed|fatal)\\b",
            Pattern.CASE_INSENSITIVE);
    private static final String SIDECAR = "config-manager";
    private static final int LINES = 100;

    private final ServerRoute way;

    PluginWords(ServerRoute way) {
        this.way = way;
    }

    /** Why a pod's container ends again and again; empty where none does. */
    Optional<String> trouble(JsonNode pod) throws InterruptedException {
        for (var kind : List.of("initContainerStatuses", "containerStatuses")) {
            for (var container : pod.path("status").path(kind)) {
                var reason = container.at("/state/waiting/reason").asText("");
                if (reason.endsWith("BackOff") || reason.endsWith("Error")) {
                    var name = container.path("name").asText();
                    var said = container.at("/lastState/terminated/message").asText("");
                    return Optional.of("%s of %s is in %s%s".formatted(name, name(pod), reason,
                            said.isBlank() ? ended(pod, name) : ": " + said.strip()));
                }
            }
        }
        return Optional.empty();
    }

    private String ended(JsonNode pod, String container) throws InterruptedException {
        try {
            return complaint(pod, container, true).map(line -> ": " + line).orElse("");
        } catch (Failure _) {
            // Why it ends is told as far as one may read it.
            return "";
        }
    }

    /** What a pod that runs well complains of last, or that nothing of it can be told. */
    String lastError(JsonNode pod) throws InterruptedException {
        var container = pod.at("/spec/containers").valueStream().map(one -> one.path("name").asText())
                .filter(name -> !name.equals(SIDECAR)).findFirst().orElse("");
        try {
            return complaint(pod, container, false)
                    .map(line -> "the last error in the log of %s is: %s".formatted(name(pod), line))
                    .orElseGet(() -> "the log of %s tells of no error".formatted(name(pod)));
        } catch (Failure failure) {
            return "the log of %s cannot be read: %s".formatted(name(pod), failure.problem().headline());
        }
    }

    private Optional<String> complaint(JsonNode pod, String container, boolean previous)
            throws Failure, InterruptedException {
        var path = "%s/log?tailLines=%d%s&container=%s".formatted(
                ApiPaths.of(ObjectRef.pod(pod.at("/metadata/namespace").asText(), name(pod))), LINES,
                previous ? "&previous=true" : "", ApiPaths.encode(container));
        return way.wire().text(ApiRequest.get(path, "read the log of " + container)).lines()
                .filter(line -> COMPLAINT.matcher(line).find()).reduce((_, last) -> last).map(String::strip);
    }

    private static String name(JsonNode pod) {
        return pod.at("/metadata/name").asText();
    }
}
