package tessera.demo.control.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Set;
import tessera.demo.object.SimulatedApiException;

/** The containers of started pods: they behave as their commands say, end, and restart. */
final class SimulatedContainerRuntime {

    private static final SimulatedContainerBehavior CRASHING = SimulatedContainerBehavior
            .endingAfter(Duration.ofSeconds(21), 1);
    private static final SimulatedContainerBehavior FAILING = SimulatedContainerBehavior
            .endingAfter(Duration.ofSeconds(4), 1);
    private static final Duration PROBING = Duration.ofSeconds(3);

    private final SimulatedKubeletPods pods;

    SimulatedContainerRuntime(SimulatedKubeletPods pods) {
        this.pods = pods;
    }

    /** Records the start of a container and schedules its end. */
    void containerStarted(ObjectNode pod, JsonNode container) {
        SimulatedContainerStatusWriter.startEvents(container).forEach(note -> pods.recordEvent(pod, note));
        scheduleEnd(pod, behaviourOf(pod, container), container.path("name").asText());
    }

    /** Returns whether the GPU stack lets a container of the pod fail. */
    boolean failsAfterStart(ObjectNode pod) {
        return pod.path("spec").path("containers").valueStream()
                .anyMatch(container -> pods.stack.failsAfterStart(pod, container.path("name").asText()));
    }

    /** Schedules the readiness probe of the pod's containers. */
    void scheduleReadiness(ObjectNode pod) {
        pods.runAfter(PROBING, pod, there -> pods.editStatus(there,
                status -> SimulatedContainerStatusWriter.setReady(status, pods.now())));
    }

    private SimulatedContainerBehavior behaviourOf(ObjectNode pod, JsonNode container) {
        return pods.stack.failsAfterStart(pod, container.path("name").asText()) ? FAILING
                : SimulatedContainerBehavior.of(pod, container);
    }

    private void scheduleEnd(ObjectNode pod, SimulatedContainerBehavior behaviour, String container) {
        var exit = pods.stack.containsPod(pod) ? behaviour.exit() : behaviour.exit().forContainer(container);
        if (behaviour.duration().isPresent()) {
            pods.runAfter(behaviour.duration().get(), pod, there -> endContainers(there, exit));
        }
    }

    /** Ends containers, and the pod with them unless they restart. */
    void endContainers(ObjectNode pod, SimulatedContainerExit exit) throws SimulatedApiException {
        var first = pod.path("spec").path("containers").path(0).path("name").asText("");
        var container = exit.container().isEmpty() ? first : exit.container();
        var state = SimulatedContainerStatusWriter.statusOf(pod, container).path("state");
        var phase = pod.path("status").path("phase").asText("");
        if (!state.has("running") || !Set.of("Running", "Pending").contains(phase)) {
            return;
        }
        var policy = pod.path("spec").path("restartPolicy").asText("");
        if (policy.equals("Never") || (policy.equals("OnFailure") && exit.exitCode() == 0)) {
            if (phase.equals("Pending")) {
                // It does not end before those have that are still to begin.
                pods.runAfter(PROBING, pod, there -> endContainers(there, exit));
                return;
            }
            pods.editStatus(pod, status -> SimulatedContainerStatusWriter.end(status, pod, exit, pods.now()));
            return;
        }
        var pause = SimulatedContainerStatusWriter
                .restartDelay(SimulatedContainerStatusWriter.statusOf(pod, container));
        pods.editStatus(pod, status -> SimulatedContainerStatusWriter.backOff(status, pod, exit, pause, pods.now()));
        pods.recordEvent(pod, SimulatedContainerStatusWriter.backOffEvent(pod, container));
        pods.runAfter(pause, pod, there -> restartContainers(there, exit));
    }

    /** Restarts the containers that ended. */
    void restartContainers(ObjectNode pod, SimulatedContainerExit after) throws SimulatedApiException {
        pods.editStatus(pod, status -> SimulatedContainerStatusWriter.restart(status, pod, after, pods.now()));
        if (pods.stack.containsPod(pod)) {
            if (!failsAfterStart(pod)) {
                scheduleReadiness(pod);
            }
            pod.path("spec").path("containers")
                    .forEach(element -> scheduleEnd(pod, behaviourOf(pod, element), element.path("name").asText()));
            return;
        }
        for (var element : pod.path("spec").path("containers")) {
            if (after.concernsContainer(element.path("name").asText())) {
                var behaviour = behaviourOf(pod, element);
                // What crashed before the cluster began does so still, though its command does not tell.
                scheduleEnd(pod, behaviour.duration().isPresent() ? behaviour : CRASHING,
                        element.path("name").asText());
            }
        }
    }
}
