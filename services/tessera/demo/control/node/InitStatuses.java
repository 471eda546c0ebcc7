package tessera.demo.control.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;

/** The statuses of init containers as a kubelet writes them, one function for each stage of their lives. */
final class InitStatuses {

    private InitStatuses() {}

    private static JsonNode all(JsonNode status) {
        return status.path("initContainerStatuses");
    }

    private static ObjectNode of(JsonNode status, int number) {
        return (ObjectNode) all(status).path(number);
    }

    /** Whether it goes on beside the others. */
    static boolean sidecar(JsonNode container) {
        return container.path("restartPolicy").asText().equals("Always");
    }

    /** The number of the first one that is neither done nor a sidecar that runs. */
    static int next(JsonNode pod) {
        int number = 0;
        for (var each : all(pod.path("status"))) {
            if (!each.path("ready").asBoolean()) {
                break;
            }
            number++;
        }
        return number;
    }

    /** How many have done their work. */
    static int done(JsonNode pod) {
        int done = 0;
        for (var each : all(pod.path("status"))) {
            done += each.path("state").has("terminated") ? 1 : 0;
        }
        return done;
    }

    /** Whether the one of that number is seen to run. */
    static boolean runs(JsonNode pod, int number) {
        return all(pod.path("status")).path(number).path("state").has("running");
    }

    /** The first have done their work, the next one runs and waits. */
    static void advance(ObjectNode status, JsonNode pod, int done, Instant now) {
        for (int i = 0; i < done; i++) {
            complete(of(status, i), pod, now);
        }
        ContainerStatuses.start(of(status, done), pod, now);
    }

    private static void complete(ObjectNode container, JsonNode pod, Instant now) {
        ContainerStatuses.terminate(container, pod, ContainerEnding.all(0), now);
        container.put("ready", true).put("started", false);
    }

    /** The pod has started: sidecars run, and all others have done their work. */
    static void over(ObjectNode status, JsonNode pod, Instant now) {
        for (int i = 0; i < all(status).size(); i++) {
            if (!sidecar(pod.path("spec").path("initContainers").path(i))) {
                if (!of(status, i).path("state").has("terminated")) {
                    complete(of(status, i), pod, now);
                }
            } else if (!of(status, i).path("state").has("running")) {
                start(status, pod, i, now);
            }
        }
    }

    /** One runs, for the first time or once more. */
    static void start(ObjectNode status, JsonNode pod, int number, Instant now) {
        var container = of(status, number);
        boolean again = !container.path("lastState").isEmpty();
        container.put("restartCount", container.path("restartCount").asInt() + (again ? 1 : 0));
        ContainerStatuses.start(container, pod, now);
        boolean beside = sidecar(pod.path("spec").path("initContainers").path(number));
        container.put("started", beside).put("ready", beside);
    }

    /** One has ended; where it is not to start again, so has the pod. */
    static void end(ObjectNode status, JsonNode pod, int number, ContainerEnding how, Instant now) {
        var container = of(status, number);
        ContainerStatuses.terminate(container, pod, how, now);
        container.put("ready", how.exitCode() == 0).put("started", false);
        if (how.exitCode() != 0 && pod.path("spec").path("restartPolicy").asText().equals("Never")) {
            status.put("phase", "Failed");
        }
    }

    /** One is to start again after a while. */
    static void backOff(ObjectNode status, JsonNode pod, int number, Duration pause) {
        ContainerStatuses.waitAgain(of(status, number), pod, pause);
    }
}
