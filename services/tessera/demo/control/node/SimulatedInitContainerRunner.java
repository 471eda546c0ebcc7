package tessera.demo.control.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import tessera.demo.control.loop.SimulatedControlPlaneComponent;
import tessera.demo.control.loop.SimulatedControllerPodCache;
import tessera.demo.control.loop.SimulatedControllerResourceTypes;
import tessera.demo.control.loop.SimulatedEventContent;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.kube.requests.PodResourceCalculator;

/** The init containers of pods outside the GPU stack, run one after the other as their commands say. */
final class SimulatedInitContainerRunner {

    private static final Duration NOTICE = Duration.ofSeconds(1);

    private final SimulatedControlPlaneComponent component;
    private final SimulatedControllerResourceTypes types;
    private final SimulatedControllerPodCache pods;
    private final SimulatedKubeletStepScheduler delayedSteps;
    private final SimulatedPodConfigReferences sources;
    private final SimulatedKubeletStepScheduler.DelayedStep done;

    /** @param done taken when all of a pod have ended well */
    SimulatedInitContainerRunner(SimulatedControllerPodCache pods, SimulatedPodConfigReferences sources,
            SimulatedKubeletStepScheduler.DelayedStep done) {
        this.component = sources.component();
        this.types = sources.types();
        this.pods = pods;
        this.delayedSteps = sources.steps();
        this.sources = sources;
        this.done = done;
    }

    /** Starts the next init container. */
    void startNext(ObjectNode pod) throws SimulatedApiException {
        int number = SimulatedInitContainerStatusWriter.nextIndex(pod);
        var container = pod.path("spec").path("initContainers").path(number);
        if (container.isMissingNode()) {
            done.perform(pod);
            return;
        }
        sources.awaitEnvironment(pod, container, there -> {
            startContainer(there, number);
            if (PodResourceCalculator.isSidecar(container)) {
                delayedSteps.runAfter(NOTICE, uidOf(there), this::startNext);
            }
        });
    }

    private void startContainer(ObjectNode pod, int number) throws SimulatedApiException {
        var container = pod.path("spec").path("initContainers").path(number);
        pods.addWritten(component.editStatus(types.pods(), pod,
                status -> SimulatedInitContainerStatusWriter.start(status, pod, number, component.now())));
        recordEvent(pod, SimulatedEventContent.normalEvent("Created", "Container created"));
        recordEvent(pod, SimulatedEventContent.normalEvent("Started", "Container started"));
        if (!PodResourceCalculator.isSidecar(container)) {
            var behaviour = SimulatedContainerBehavior.ofInitContainer(container);
            behaviour.duration().ifPresent(
                    lasts -> delayedSteps.runAfter(lasts, uidOf(pod),
                            there -> endContainer(there, number, behaviour.exit())));
        }
    }

    private void endContainer(ObjectNode pod, int number, SimulatedContainerExit exit) throws SimulatedApiException {
        var over = component.editStatus(types.pods(), pod,
                status -> SimulatedInitContainerStatusWriter.end(status, pod, number, exit, component.now()));
        pods.addWritten(over);
        if (exit.exitCode() == 0) {
            startNext(over);
        } else if (!SimulatedStoreJsonCodec.textAt(pod, "spec", "restartPolicy").equals("Never")) {
            delayedSteps.runAfter(NOTICE, uidOf(pod), there -> backOff(there, number));
        }
    }

    private void backOff(ObjectNode pod, int number) throws SimulatedApiException {
        var pause = SimulatedRestartBackoff.delayAfter(pod.path("status").path("initContainerStatuses").path(number));
        var container = containerName(pod, number);
        component.editStatus(types.pods(), pod,
                status -> SimulatedInitContainerStatusWriter.backOff(status, pod, number, pause));
        recordEvent(pod, SimulatedContainerStatusWriter.backOffEvent(pod, container));
        delayedSteps.runAfter(pause, uidOf(pod), there -> startContainer(there, number));
    }

    private static String containerName(JsonNode pod, int number) {
        return pod.path("spec").path("initContainers").path(number).path("name").asText();
    }

    private static String uidOf(JsonNode pod) {
        return SimulatedStoreJsonCodec.textAt(pod, "metadata", "uid");
    }

    private void recordEvent(ObjectNode pod, SimulatedEventContent note) {
        component.recordEvent(types.pods(), pod, note.onNode(SimulatedStoreJsonCodec.textAt(pod, "spec", "nodeName")));
    }
}
