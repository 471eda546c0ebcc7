package tessera.demo.control.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import tessera.demo.control.loop.ControlComponent;
import tessera.demo.control.loop.ControllerKinds;
import tessera.demo.control.loop.ControllerPodCache;
import tessera.demo.control.loop.EventNote;
import tessera.demo.object.ApiError;
import tessera.demo.store.StoreJson;

/** The init containers of pods outside the GPU stack, run one after the other as their commands say. */
final class InitContainers {

    private static final Duration NOTICE = Duration.ofSeconds(1);

    private final ControlComponent component;
    private final ControllerKinds kinds;
    private final ControllerPodCache pods;
    private final ScheduledSteps later;
    private final PodVolumeSources sources;
    private final ScheduledSteps.LaterStep done;

    /** @param done taken when all of a pod have ended well */
    InitContainers(ControllerPodCache pods, PodVolumeSources sources, ScheduledSteps.LaterStep done) {
        this.component = sources.component();
        this.kinds = sources.kinds();
        this.pods = pods;
        this.later = sources.steps();
        this.sources = sources;
        this.done = done;
    }

    /** Starts the next init container. */
    void startNext(ObjectNode pod) throws ApiError {
        int number = InitStatuses.nextIndex(pod);
        var container = pod.path("spec").path("initContainers").path(number);
        if (container.isMissingNode()) {
            done.perform(pod);
            return;
        }
        sources.awaitEnvironment(pod, container, there -> {
            startContainer(there, number);
            if (InitStatuses.isSidecar(container)) {
                later.runAfter(NOTICE, uidOf(there), this::startNext);
            }
        });
    }

    private void startContainer(ObjectNode pod, int number) throws ApiError {
        var container = pod.path("spec").path("initContainers").path(number);
        pods.addWritten(component.editStatus(kinds.pods(), pod,
                status -> InitStatuses.start(status, pod, number, component.now())));
        recordEvent(pod, EventNote.normalEvent("Created", "Container created"));
        recordEvent(pod, EventNote.normalEvent("Started", "Container started"));
        if (!InitStatuses.isSidecar(container)) {
            var behaviour = ContainerBehaviour.ofInitContainer(container);
            behaviour.duration().ifPresent(
                    lasts -> later.runAfter(lasts, uidOf(pod), there -> endContainer(there, number, behaviour.exit())));
        }
    }

    private void endContainer(ObjectNode pod, int number, ContainerExit how) throws ApiError {
        var over = component.editStatus(kinds.pods(), pod,
                status -> InitStatuses.end(status, pod, number, how, component.now()));
        pods.addWritten(over);
        if (how.exitCode() == 0) {
            startNext(over);
        } else if (!StoreJson.textAt(pod, "spec", "restartPolicy").equals("Never")) {
            later.runAfter(NOTICE, uidOf(pod), there -> backOff(there, number));
        }
    }

    private void backOff(ObjectNode pod, int number) throws ApiError {
        var pause = RestartBackoff.delayAfter(pod.path("status").path("initContainerStatuses").path(number));
        var container = containerName(pod, number);
        component.editStatus(kinds.pods(), pod, status -> InitStatuses.backOff(status, pod, number, pause));
        recordEvent(pod, ContainerStatuses.backOffEvent(pod, container));
        later.runAfter(pause, uidOf(pod), there -> startContainer(there, number));
    }

    private static String containerName(JsonNode pod, int number) {
        return pod.path("spec").path("initContainers").path(number).path("name").asText();
    }

    private static String uidOf(JsonNode pod) {
        return StoreJson.textAt(pod, "metadata", "uid");
    }

    private void recordEvent(ObjectNode pod, EventNote note) {
        component.recordEvent(kinds.pods(), pod, note.onNode(StoreJson.textAt(pod, "spec", "nodeName")));
    }
}
