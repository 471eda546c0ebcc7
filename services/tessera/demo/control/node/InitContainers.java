package tessera.demo.control.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import tessera.demo.control.loop.Component;
import tessera.demo.control.loop.Kinds;
import tessera.demo.control.loop.Note;
import tessera.demo.control.loop.Pods;
import tessera.demo.object.ApiError;
import tessera.demo.store.Json;

/** The init containers of pods that belong to no GPU stack: one after the other does what its command says. */
final class InitContainers {

    private static final Duration NOTICE = Duration.ofSeconds(1);

    private final Component component;
    private final Kinds kinds;
    private final Pods pods;
    private final Later later;
    private final Sources sources;
    private final Later.Step done;

    /** @param done taken when all of a pod have ended well */
    InitContainers(Pods pods, Sources sources, Later.Step done) {
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
        tell(pod, Note.normal("Created", "Container created"));
        tell(pod, Note.normal("Started", "Container started"));
        if (!InitStatuses.sidecar(container)) {
            var behaviour = Behaviour.initial(container);
            behaviour.lasts().ifPresent(
                    lasts -> later.after(lasts, uid(pod), there -> end(there, number, behaviour.how())));
        }
    }

    private void end(ObjectNode pod, int number, Ending how) throws ApiError {
        var over = component.editStatus(kinds.pods(), pod,
                status -> InitStatuses.end(status, pod, number, how, component.now()));
        pods.note(over);
        if (how.exitCode() == 0) {
            go(over);
        } else if (!Json.text(pod, "spec", "restartPolicy").equals("Never")) {
            later.after(NOTICE, uid(pod), there -> backOff(there, number));
        }
    }

    private void backOff(ObjectNode pod, int number) throws ApiError {
        var pause = Backoff.after(pod.path("status").path("initContainerStatuses").path(number));
        var container = name(pod, number);
        component.editStatus(kinds.pods(), pod, status -> InitStatuses.backOff(status, pod, number, pause));
        tell(pod, Containers.backedOff(pod, container));
        later.after(pause, uid(pod), there -> start(there, number));
    }

    private static String name(JsonNode pod, int number) {
        return pod.path("spec").path("initContainers").path(number).path("name").asText();
    }

    private static String uid(JsonNode pod) {
        return Json.text(pod, "metadata", "uid");
    }

    private void tell(ObjectNode pod, Note note) {
        component.tell(kinds.pods(), pod, note.on(Json.text(pod, "spec", "nodeName")));
    }
}
