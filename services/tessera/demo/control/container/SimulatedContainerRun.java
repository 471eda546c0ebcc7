package tessera.demo.control.container;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.demo.object.SimulatedApiException;
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
        var where = "container \"" + container + "\" in pod \""
                + SimulatedStoreJsonCodec.textAt(pod, "metadata", "name") + "\" is ";
        var status = statusOf(pod, container);
        if (status == null) {
            throw SimulatedApiException.badRequest(where + "not available");
        }
        var last = status.path("lastState").path("terminated");
        var state = status.path("state");
        if (previous) {
            if (last.isMissingNode()) {
                throw SimulatedApiException.badRequest("previous terminated container \"%s\" in pod \"%s\" not found"
                        .formatted(container, SimulatedStoreJsonCodec.textAt(pod, "metadata", "name")));
            }
            return terminatedRun(pod, container, last);
        }
        if (state.has("running")) {
            return new SimulatedContainerRun(containerId(pod, container, state.path("running")),
                    startedAt(state.path("running")), null,
                    0);
        }
        if (state.has("terminated") || !last.isMissingNode()) {
            return terminatedRun(pod, container, state.has("terminated") ? state.path("terminated") : last);
        }
        throw SimulatedApiException.badRequest(
                where + "waiting to start" + switch (SimulatedStoreJsonCodec.textAt(state, "waiting", "reason")) {
                    case "" -> " - no logs yet";
                    case "ErrImagePull" -> ": image can't be pulled";
                    case "ImagePullBackOff" -> ": trying and failing to pull image";
                    default -> ": " + SimulatedStoreJsonCodec.textAt(state, "waiting", "reason");
                });
    }

    /** Returns the run's current state; null if nothing is known of it any more. */
    @Nullable
    SimulatedContainerRun refresh(JsonNode pod, String container) {
        var status = statusOf(pod, container);
        if (status == null) {
            return null;
        }
        var running = status.path("state").path("running");
        if (id.equals(containerId(pod, container, running))) {
            return this;
        }
        for (var state : List.of(status.path("state"), status.path("lastState"))) {
            var terminated = state.path("terminated");
            if (terminated.hasNonNull("finishedAt") && id.equals(containerId(pod, container, terminated))) {
                return terminatedRun(pod, container, terminated);
            }
        }
        return null;
    }

    /** Returns whether a container runs now. */
    static boolean isRunning(JsonNode pod, String container) {
        var status = statusOf(pod, container);
        return status != null && status.path("state").has("running");
    }

    private static @Nullable JsonNode statusOf(JsonNode pod, String container) {
        for (var kind : STATUSES) {
            for (var status : pod.path("status").path(kind)) {
                if (SimulatedStoreJsonCodec.textAt(status, "name").equals(container)) {
                    return status;
                }
            }
        }
        return null;
    }

    private static SimulatedContainerRun terminatedRun(JsonNode pod, String container, JsonNode terminated) {
        return new SimulatedContainerRun(containerId(pod, container, terminated), startedAt(terminated),
                Instant.parse(SimulatedStoreJsonCodec.textAt(terminated, "finishedAt")),
                terminated.path("exitCode").asInt());
    }

    private static Instant startedAt(JsonNode state) {
        return Instant.parse(SimulatedStoreJsonCodec.textAt(state, "startedAt"));
    }

    private static String containerId(JsonNode pod, String container, JsonNode state) {
        return SimulatedStoreJsonCodec.textAt(pod, "metadata", "uid") + "/" + container + "/"
                + SimulatedStoreJsonCodec.textAt(state, "startedAt");
    }
}
