package tessera.demo.control.container;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.store.SimulatedStoreJsonCodec;

/**
 * One run of a container, from its start to its end.
 *
 * @param id       tells it from all other runs
 * @param finished null while it lasts
 * @param exitCode of a run that has ended
 */
record SimulatedContainerRun(String id, Instant started, @Nullable Instant finished, int exitCode) {

    private static final List<String> STATUSES = List.of("containerStatuses", "initContainerStatuses",
            "ephemeralContainerStatuses");

    /**
     * Returns the run whose log is requested, chosen as a kubelet does.
     *
     * @throws SimulatedApiException in a kubelet's words, if there is none
     */
    static SimulatedContainerRun findLogged(JsonNode pod, String container, boolean previous)
            throws SimulatedApiException {
        var podName = SimulatedMetadata.nameOf(pod);
        var where = "container \"" + container + "\" in pod \"" + podName + "\" is ";
        var status = statusOf(pod, container);
        var last = ofState(pod, container, status.path("lastState"));
        var run = previous ? last : ofState(pod, container, status.path("state")).or(() -> last);
        if (run.isPresent()) {
            return run.get();
        }
        if (status.isMissingNode()) {
            throw SimulatedApiException.badRequest(where + "not available");
        }
        if (previous) {
            throw SimulatedApiException.badRequest(
                    "previous terminated container \"%s\" in pod \"%s\" not found".formatted(container, podName));
        }
        var reason = SimulatedStoreJsonCodec.textAt(status, "state", "waiting", "reason");
        throw SimulatedApiException.badRequest(where + "waiting to start" + switch (reason) {
            case "" -> " - no logs yet";
            case "ErrImagePull" -> ": image can't be pulled";
            case "ImagePullBackOff" -> ": trying and failing to pull image";
            default -> ": " + reason;
        });
    }

    /** Returns the run's current state; empty if nothing is known of it any more. */
    Optional<SimulatedContainerRun> refresh(JsonNode pod, String container) {
        var status = statusOf(pod, container);
        return Stream.of("state", "lastState").flatMap(state -> ofState(pod, container, status.path(state)).stream())
                .filter(run -> run.id.equals(id)).findFirst();
    }

    static boolean isRunning(JsonNode pod, String container) {
        return statusOf(pod, container).path("state").has("running");
    }

    private static JsonNode statusOf(JsonNode pod, String container) {
        return STATUSES.stream().flatMap(kind -> pod.path("status").path(kind).valueStream())
                .filter(status -> status.path("name").asText().equals(container)).findFirst()
                .orElse(MissingNode.getInstance());
    }

    /** Returns the run that a state tells of; empty if it is waiting or unknown. */
    private static Optional<SimulatedContainerRun> ofState(JsonNode pod, String container, JsonNode state) {
        var terminated = state.path("terminated");
        var told = state.has("running") ? state.path("running") : terminated;
        if (told.isMissingNode()) {
            return Optional.empty();
        }
        var started = told.path("startedAt").asText();
        var finished = terminated.path("finishedAt").asText();
        return Optional.of(new SimulatedContainerRun(SimulatedMetadata.uidOf(pod) + "/" + container + "/" + started,
                Instant.parse(started), finished.isEmpty() ? null : Instant.parse(finished),
                terminated.path("exitCode").asInt()));
    }
}
