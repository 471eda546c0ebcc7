package tessera.demo.control.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.loop.ControlComponent;
import tessera.demo.control.loop.ControllerKinds;
import tessera.demo.control.loop.ControllerPodCache;
import tessera.demo.control.loop.EventNote;
import tessera.demo.object.ApiError;
import tessera.demo.store.StoreJson;

/** The containers of started pods: they behave as their commands say, end, and restart. */
final class RunningContainers {

    private static final ContainerBehaviour CRASHING = ContainerBehaviour.endingAfter(Duration.ofSeconds(21), 1);
    private static final ContainerBehaviour FAILING = ContainerBehaviour.endingAfter(Duration.ofSeconds(4), 1);
    private static final Duration PROBING = Duration.ofSeconds(3);

    private final ControlComponent component;
    private final ControllerKinds kinds;
    private final ControllerPodCache pods;
    private final ScheduledSteps later;
    private @Nullable NodeStack stack;

    RunningContainers(ControlComponent component, ControllerKinds kinds, ControllerPodCache pods,
            ScheduledSteps later) {
        this.component = component;
        this.kinds = kinds;
        this.pods = pods;
        this.later = later;
    }

    /** Sets the GPU stack that decides whether containers fail. */
    void setNodeStack(NodeStack nodeStack) {
        stack = nodeStack;
    }

    /** Records the start of a container and schedules its end. */
    void containerStarted(ObjectNode pod, JsonNode container) {
        ContainerStatuses.startEvents(container).forEach(note -> recordEvent(pod, note));
        scheduleEnd(pod, behaviourOf(pod, container), container.path("name").asText());
    }

    /** Returns whether the GPU stack lets a container of the pod fail. */
    boolean failsAfterStart(ObjectNode pod) {
        return stack != null && pod.path("spec").path("containers").valueStream()
                .anyMatch(container -> stack.failsAfterStart(pod, container.path("name").asText()));
    }

    /** Schedules the readiness probe of the pod's containers. */
    void scheduleReadiness(String uid) {
        later.runAfter(PROBING, uid, pod -> pods.addWritten(component.editStatus(kinds.pods(), pod,
                status -> ContainerStatuses.setReady(status, component.now()))));
    }

    private ContainerBehaviour behaviourOf(ObjectNode pod, JsonNode container) {
        boolean fails = stack != null && stack.failsAfterStart(pod, container.path("name").asText());
        return fails ? FAILING : ContainerBehaviour.of(pod, container);
    }

    private void scheduleEnd(ObjectNode pod, ContainerBehaviour behaviour, String container) {
        var how = stack != null && stack.containsPod(pod) ? behaviour.exit() : behaviour.exit().forContainer(container);
        behaviour.duration().ifPresent(lasts -> later.runAfter(lasts, StoreJson.textAt(pod, "metadata", "uid"),
                there -> endContainers(there, how)));
    }

    /** Ends containers, and the pod with them unless they restart. */
    void endContainers(ObjectNode pod, ContainerExit how) throws ApiError {
        var first = StoreJson.textAt(pod.path("spec").path("containers").path(0), "name");
        var container = how.container().isEmpty() ? first : how.container();
        var state = ContainerStatuses.statusOf(pod, container).path("state");
        var phase = StoreJson.textAt(pod, "status", "phase");
        if (!state.has("running") || !Set.of("Running", "Pending").contains(phase)) {
            return;
        }
        var policy = StoreJson.textAt(pod, "spec", "restartPolicy");
        if (policy.equals("Never") || (policy.equals("OnFailure") && how.exitCode() == 0)) {
            if (phase.equals("Pending")) {
                // It does not end before those have that are still to begin.
                later.runAfter(PROBING, StoreJson.textAt(pod, "metadata", "uid"), there -> endContainers(there, how));
                return;
            }
            pods.addWritten(component.editStatus(kinds.pods(), pod,
                    status -> ContainerStatuses.end(status, pod, how, component.now())));
            return;
        }
        var pause = RestartBackoff.delayAfter(ContainerStatuses.statusOf(pod, container));
        component.editStatus(kinds.pods(), pod,
                status -> ContainerStatuses.backOff(status, pod, how, pause, component.now()));
        recordEvent(pod, ContainerStatuses.backOffEvent(pod, container));
        later.runAfter(pause, StoreJson.textAt(pod, "metadata", "uid"), there -> restartContainers(there, how));
    }

    /** Restarts the containers that ended. */
    void restartContainers(ObjectNode pod, ContainerExit after) throws ApiError {
        component.editStatus(kinds.pods(), pod,
                status -> ContainerStatuses.restart(status, pod, after, component.now()));
        if (stack != null && stack.containsPod(pod)) {
            if (!failsAfterStart(pod)) {
                scheduleReadiness(StoreJson.textAt(pod, "metadata", "uid"));
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

    private void recordEvent(ObjectNode pod, EventNote note) {
        component.recordEvent(kinds.pods(), pod, note.onNode(StoreJson.textAt(pod, "spec", "nodeName")));
    }
}
