package tessera.demo.control.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import tessera.kube.requests.PodResourceCalculator;

/** Writer of init container statuses, one function for each stage of their lives. */
final class SimulatedInitContainerStatusWriter {

    private SimulatedInitContainerStatusWriter() {}

    private static JsonNode initStatuses(JsonNode status) {
        return status.path("initContainerStatuses");
    }

    private static ObjectNode statusAt(JsonNode status, int number) {
        return (ObjectNode) initStatuses(status).path(number);
    }

    /** Returns the index of the first one that is neither completed nor a running sidecar. */
    static int nextIndex(JsonNode pod) {
        int number = 0;
        for (var element : initStatuses(pod.path("status"))) {
            if (!element.path("ready").asBoolean()) {
                break;
            }
            number++;
        }
        return number;
    }

    /** Returns how many have completed. */
    static int countCompleted(JsonNode pod) {
        int done = 0;
        for (var element : initStatuses(pod.path("status"))) {
            done += element.path("state").has("terminated") ? 1 : 0;
        }
        return done;
    }

    /** Returns whether the status shows the container at an index as running. */
    static boolean isRunning(JsonNode pod, int number) {
        return initStatuses(pod.path("status")).path(number).path("state").has("running");
    }

    /** Marks the first ones as completed and the next one as running. */
    static void advance(ObjectNode status, JsonNode pod, int done, Instant now) {
        for (int i = 0; i < done; i++) {
            completeContainer(statusAt(status, i), pod, now);
        }
        SimulatedContainerStatusWriter.startContainer(statusAt(status, done), pod, now);
    }

    private static void completeContainer(ObjectNode container, JsonNode pod, Instant now) {
        SimulatedContainerStatusWriter.terminateContainer(container, pod, SimulatedContainerExit.forAllContainers(0),
                now);
        container.put("ready", true).put("started", false);
    }

    /** Marks sidecars as running and all others as completed, because the pod has started. */
    static void finishAll(ObjectNode status, JsonNode pod, Instant now) {
        for (int i = 0; i < initStatuses(status).size(); i++) {
            if (!PodResourceCalculator.isSidecar(pod.path("spec").path("initContainers").path(i))) {
                if (!statusAt(status, i).path("state").has("terminated")) {
                    completeContainer(statusAt(status, i), pod, now);
                }
            } else if (!statusAt(status, i).path("state").has("running")) {
                start(status, pod, i, now);
            }
        }
    }

    /** Marks one as running, at its first start or a restart. */
    static void start(ObjectNode status, JsonNode pod, int number, Instant now) {
        var container = statusAt(status, number);
        boolean again = !container.path("lastState").isEmpty();
        container.put("restartCount", container.path("restartCount").asInt() + (again ? 1 : 0));
        SimulatedContainerStatusWriter.startContainer(container, pod, now);
        boolean beside = PodResourceCalculator.isSidecar(pod.path("spec").path("initContainers").path(number));
        container.put("started", beside).put("ready", beside);
    }

    /** Marks one as ended; if it does not restart, the pod ends too. */
    static void end(ObjectNode status, JsonNode pod, int number, SimulatedContainerExit exit, Instant now) {
        var container = statusAt(status, number);
        SimulatedContainerStatusWriter.terminateContainer(container, pod, exit, now);
        container.put("ready", exit.exitCode() == 0).put("started", false);
        if (exit.exitCode() != 0 && pod.path("spec").path("restartPolicy").asText().equals("Never")) {
            status.put("phase", "Failed");
        }
    }

    /** Marks one as waiting for its restart. */
    static void backOff(ObjectNode status, JsonNode pod, int number, Duration pause) {
        SimulatedContainerStatusWriter.backOffContainer(statusAt(status, number), pod, pause);
    }
}
