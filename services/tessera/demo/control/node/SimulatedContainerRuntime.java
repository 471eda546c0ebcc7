package tessera.demo.control.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.loop.SimulatedControlPlaneComponent;
import tessera.demo.control.loop.SimulatedControllerPodCache;
import tessera.demo.control.loop.SimulatedControllerResourceTypes;
import tessera.demo.control.loop.SimulatedEventContent;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** The containers of started pods: they behave as their commands say, end, and restart. */
final class SimulatedContainerRuntime {

    private static final SimulatedContainerBehavior CRASHING = SimulatedContainerBehavior
            .endingAfter(Duration.ofSeconds(21), 1);
    private static final SimulatedContainerBehavior FAILING = SimulatedContainerBehavior
            .endingAfter(Duration.ofSeconds(4), 1);
    private static final Duration PROBING = Duration.ofSeconds(3);

    private final SimulatedControlPlaneComponent component;
    private final SimulatedControllerResourceTypes types;
    private final SimulatedControllerPodCache pods;
    private final SimulatedKubeletStepScheduler delayedSteps;
    private @Nullable SimulatedGpuStackBehavior stack;

    SimulatedContainerRuntime(SimulatedControlPlaneComponent component, SimulatedControllerResourceTypes types,
            SimulatedControllerPodCache pods,
            SimulatedKubeletStepScheduler delayedSteps) {
        this.component = component;
        this.types = types;
        this.pods = pods;
        this.delayedSteps = delayedSteps;
    }

    /** Sets the GPU stack that decides whether containers fail. */
    void setNodeStack(SimulatedGpuStackBehavior nodeStack) {
        stack = nodeStack;
    }

    /** Records the start of a container and schedules its end. */
    void containerStarted(ObjectNode pod, JsonNode container) {
        SimulatedContainerStatusWriter.startEvents(container).forEach(note -> recordEvent(pod, note));
        scheduleEnd(pod, behaviourOf(pod, container), container.path("name").asText());
    }

    /** Returns whether the GPU stack lets a container of the pod fail. */
    boolean failsAfterStart(ObjectNode pod) {
        return stack != null && pod.path("spec").path("containers").valueStream()
                .anyMatch(container -> stack.failsAfterStart(pod, container.path("name").asText()));
    }

    /** Schedules the readiness probe of the pod's containers. */
    void scheduleReadiness(String uid) {
        delayedSteps.runAfter(PROBING, uid, pod -> pods.addWritten(component.editStatus(types.pods(), pod,
                status -> SimulatedContainerStatusWriter.setReady(status, component.now()))));
    }

    private SimulatedContainerBehavior behaviourOf(ObjectNode pod, JsonNode container) {
        boolean fails = stack != null && stack.failsAfterStart(pod, container.path("name").asText());
        return fails ? FAILING : SimulatedContainerBehavior.of(pod, container);
    }

    private void scheduleEnd(ObjectNode pod, SimulatedContainerBehavior behaviour, String container) {
        var exit = stack != null && stack.containsPod(pod) ? behaviour.exit()
                : behaviour.exit().forContainer(container);
        var lasts = behaviour.duration().orElse(null);
        if (lasts != null) {
            delayedSteps.runAfter(lasts, SimulatedStoreJsonCodec.textAt(pod, "metadata", "uid"),
                    there -> endContainers(there, exit));
        }
    }

    /** Ends containers, and the pod with them unless they restart. */
    void endContainers(ObjectNode pod, SimulatedContainerExit exit) throws SimulatedApiException {
        var first = SimulatedStoreJsonCodec.textAt(pod.path("spec").path("containers").path(0), "name");
        var container = exit.container().isEmpty() ? first : exit.container();
        var state = SimulatedContainerStatusWriter.statusOf(pod, container).path("state");
        var phase = SimulatedStoreJsonCodec.textAt(pod, "status", "phase");
        if (!state.has("running") || !Set.of("Running", "Pending").contains(phase)) {
            return;
        }
        var policy = SimulatedStoreJsonCodec.textAt(pod, "spec", "restartPolicy");
        if (policy.equals("Never") || (policy.equals("OnFailure") && exit.exitCode() == 0)) {
            if (phase.equals("Pending")) {
                // It does not end before those have that are still to begin.
                delayedSteps.runAfter(PROBING, SimulatedStoreJsonCodec.textAt(pod, "metadata", "uid"),
                        there -> endContainers(there, exit));
                return;
            }
            pods.addWritten(component.editStatus(types.pods(), pod,
                    status -> SimulatedContainerStatusWriter.end(status, pod, exit, component.now())));
            return;
        }
        var pause = SimulatedRestartBackoff.delayAfter(SimulatedContainerStatusWriter.statusOf(pod, container));
        component.editStatus(types.pods(), pod,
                status -> SimulatedContainerStatusWriter.backOff(status, pod, exit, pause, component.now()));
        recordEvent(pod, SimulatedContainerStatusWriter.backOffEvent(pod, container));
        delayedSteps.runAfter(pause, SimulatedStoreJsonCodec.textAt(pod, "metadata", "uid"),
                there -> restartContainers(there, exit));
    }

    /** Restarts the containers that ended. */
    void restartContainers(ObjectNode pod, SimulatedContainerExit after) throws SimulatedApiException {
        component.editStatus(types.pods(), pod,
                status -> SimulatedContainerStatusWriter.restart(status, pod, after, component.now()));
        if (stack != null && stack.containsPod(pod)) {
            if (!failsAfterStart(pod)) {
                scheduleReadiness(SimulatedStoreJsonCodec.textAt(pod, "metadata", "uid"));
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

    private void recordEvent(ObjectNode pod, SimulatedEventContent note) {
        component.recordEvent(types.pods(), pod, note.onNode(SimulatedStoreJsonCodec.textAt(pod, "spec", "nodeName")));
    }
}
