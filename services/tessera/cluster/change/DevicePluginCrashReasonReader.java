package tessera.cluster.change;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.object.ApiObjectReader.ApiTransportSupplier;
import tessera.cluster.object.ApiPathBuilder;
import tessera.model.ObjectRef;
import tessera.model.ProblemException;

/** Reads from pods that follow a configuration why they do not. */
final class DevicePluginCrashReasonReader {

    /** Not the names of settings that have such a word in them: a plugin prints its configuration when it starts. */
    private static final Pattern COMPLAINT = Pattern.compile("^[EF]\\d{4} |\\b(error|failed|fatal)\\b",
            Pattern.CASE_INSENSITIVE);
    private static final String SIDECAR = "config-manager";
    private static final int LINES = 100;

    private final ApiTransportSupplier transportSupplier;

    DevicePluginCrashReasonReader(ApiTransportSupplier transportSupplier) {
        this.transportSupplier = transportSupplier;
    }

    /** Returns the reason why a pod's container ends again and again; empty where none does. */
    Optional<String> crashText(JsonNode pod) throws InterruptedException {
        for (var kind : List.of("initContainerStatuses", "containerStatuses")) {
            for (var container : pod.path("status").path(kind)) {
                var reason = container.at("/state/waiting/reason").asText("");
                if (reason.endsWith("BackOff") || reason.endsWith("Error")) {
                    var name = container.path("name").asText();
                    var said = container.at("/lastState/terminated/message").asText("");
                    return Optional.of("%s of %s is in %s%s".formatted(name, podName(pod), reason,
                            said.isBlank() ? lastLogText(pod, name) : ": " + said.strip()));
                }
            }
        }
        return Optional.empty();
    }

    private String lastLogText(JsonNode pod, String container) throws InterruptedException {
        try {
            return readError(pod, container, true).map(line -> ": " + line).orElse("");
        } catch (ProblemException _) {
            // Why it ends is told as far as one may read it.
            return "";
        }
    }

    /** Returns the last error in the log of a running pod, or a sentence that there is none to read. */
    String lastErrorText(JsonNode pod) throws InterruptedException {
        var container = pod.at("/spec/containers").valueStream().map(one -> one.path("name").asText())
                .filter(name -> !name.equals(SIDECAR)).findFirst().orElse("");
        try {
            return readError(pod, container, false)
                    .map(line -> "the last error in the log of %s is: %s".formatted(podName(pod), line))
                    .orElseGet(() -> "the log of %s tells of no error".formatted(podName(pod)));
        } catch (ProblemException problemException) {
            return "the log of %s cannot be read: %s".formatted(podName(pod), problemException.problem().headline());
        }
    }

    private Optional<String> readError(JsonNode pod, String container, boolean previous)
            throws ProblemException, InterruptedException {
        var path = "%s/log?tailLines=%d%s&container=%s".formatted(
                ApiPathBuilder.objectPath(ObjectRef.pod(pod.at("/metadata/namespace").asText(), podName(pod))), LINES,
                previous ? "&previous=true" : "", ApiPathBuilder.encode(container));
        return transportSupplier.transport().readText(ApiRequest.get(path, "read the log of " + container)).lines()
                .filter(line -> COMPLAINT.matcher(line).find()).reduce((_, last) -> last).map(String::strip);
    }

    private static String podName(JsonNode pod) {
        return pod.at("/metadata/name").asText();
    }
}
