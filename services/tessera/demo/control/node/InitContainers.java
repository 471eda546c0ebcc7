package tessera.demo.control.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import tessera.demo.control.loop.ControlComponent;
import tessera.demo.control.loop.ControllerKinds;
import tessera.demo.control.loop.EventNote;
import tessera.demo.control.loop.KnownPods;
import tessera.demo.object.ApiError;
import tessera.demo.store.StoreJson;

/** The init containers of pods that belong to no GPU stack: one after the other does what its command says. */
final class InitContainers {

    private static final Duration NOTICE = Duration.ofSeconds(1);

    private final ControlComponent component;
    private final ControllerKinds kinds;
    private final KnownPods pods;
    private final ScheduledSteps later;
    private final PodVolumeSources sources;
    private final ScheduledSteps.LaterStep done;

    /** @param done taken when all of a pod have ended well */
    InitContainers(KnownPods pods, PodVolumeSources sources, ScheduledSteps.LaterStep done) {
        this.component = sources.component();
        this.kinds = sources.kinds();
        this.pods = pods;
        this.later = sources.later();
        this.sources = sources;
        this.done = done;
    }

    /** Starts the next one. */
    void go(ObjectNode pod) throws ApiError {
        int number = InitStatuses.next(pod);
        var container = pod.path("spec").path("initContainers").path(number);
        if (container.isMissingNode()) {
            done.take(pod);
            return;
        }
        sources.configure(pod, container, there -> {
            start(there, number);
            if (InitStatuses.sidecar(container)) {
                later.after(NOTICE, uid(there), this::go);
            }
        });
    }

    private void start(ObjectNode pod, int number) throws ApiError {
        var container = pod.path("spec").path("initContainers").path(number);
        pods.note(component.editStatus(kinds.pods(), pod,
                status -> InitStatuses.start(status, pod, number, component.now())));
        tell(pod, EventNote.normal("Created", "Container created"));
        tell(pod, EventNote.normal("Started", "Container started"));
        if (!InitStatuses.sidecar(container)) {
            var behaviour = ContainerBehaviour.initial(container);
            behaviour.lasts().ifPresent(
                    lasts -> later.after(lasts, uid(pod), there -> end(there, number, behaviour.how())));
        }
    }

    private void end(ObjectNode pod, int number, ContainerEnding how) throws ApiError {
        var over = component.editStatus(kinds.pods(), pod,
                status -> InitStatuses.end(status, pod, number, how, component.now()));
        pods.note(over);
        if (how.exitCode() == 0) {
            go(over);
        } else if (!StoreJson.text(pod, "spec", "restartPolicy").equals("Never")) {
            later.after(NOTICE, uid(pod), there -> backOff(there, number));
        }
    }

    private void backOff(ObjectNode pod, int number) throws ApiError {
        var pause = RestartBackoff.after(pod.path("status").path("initContainerStatuses").path(number));
        var container = name(pod, number);
        component.editStatus(kinds.pods(), pod, status -> InitStatuses.backOff(status, pod, number, pause));
        tell(pod, ContainerStatuses.backedOff(pod, container));
        later.after(pause, uid(pod), there -> start(there, number));
    }

    private static String name(JsonNode pod, int number) {
        return pod.path("spec").path("initContainers").path(number).path("name").asText();
    }

    private static String uid(JsonNode pod) {
        return StoreJson.text(pod, "metadata", "uid");
    }

    private void tell(ObjectNode pod, EventNote note) {
        component.tell(kinds.pods(), pod, note.on(StoreJson.text(pod, "spec", "nodeName")));
    }
}
