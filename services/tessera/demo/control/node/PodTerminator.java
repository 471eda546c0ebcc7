package tessera.demo.control.node;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.loop.ControlComponent;
import tessera.demo.control.loop.ControlLoop;
import tessera.demo.control.loop.ControllerKinds;
import tessera.demo.control.loop.ControllerTask;
import tessera.demo.control.loop.EventNote;
import tessera.demo.control.loop.KnownPods;
import tessera.demo.control.loop.PodCard;
import tessera.demo.object.ApiError;
import tessera.demo.store.StoreJson;
import tessera.demo.store.objects.DeleteOptions;

/**
 * How kubelets end pods.
 *
 * @param find  a pod by its uid, if it is there and its kubelet runs
 * @param hangs whether a pod does not end when it is told to
 */
record PodTerminator(ControlLoop loop, ControllerKinds kinds, KnownPods pods, ControlComponent component,
        Function<String, @Nullable ObjectNode> find, Predicate<ObjectNode> hangs) {

    private static final Duration LOOKING = Duration.ofSeconds(5);
    private static final Duration STOPPING = Duration.ofMillis(1200);

    /** Ends the containers of a pod that is being deleted, and then lets it go. */
    void stop(PodCard card) throws ApiError {
        var pod = find.apply(card.uid());
        if (pod == null) {
            return;
        }
        boolean runs = StoreJson.text(pod, "status", "phase").equals("Running");
        if (runs) {
            for (var container : pod.path("spec").path("containers")) {
                tell(pod, EventNote.normal("Killing", "Stopping container " + container.path("name").asText()));
            }
        }
        long grace = pod.path("metadata").path("deletionGracePeriodSeconds").asLong(30);
        var patience = Duration.ofSeconds(grace);
        ControllerTask gone = () -> goes(card.uid());
        loop.after(!runs ? Duration.ZERO : patience.compareTo(STOPPING) < 0 ? patience : STOPPING, gone);
    }

    private void goes(String uid) throws ApiError {
        var pod = find.apply(uid);
        if (pod != null && hangs.test(pod)) {
            loop.after(LOOKING, () -> goes(uid));
        } else if (pod != null) {
            var deletion = component.delete(kinds.pods(), pod, DeleteOptions.grace(0));
            if (deletion.gone()) {
                pods.noteGone(uid);
            } else {
                finishHeld(pod);
            }
        }
    }

    /** A pod that a finalizer holds shows at least that it has ended. */
    private void finishHeld(ObjectNode pod) throws ApiError {
        if (List.of("Running", "Pending").contains(StoreJson.text(pod, "status", "phase"))) {
            pods.note(component.editStatus(kinds.pods(), pod,
                    status -> ContainerStatuses.end(status, pod, ContainerEnding.all(143), component.now())));
        }
    }

    private void tell(ObjectNode pod, EventNote note) {
        component.tell(kinds.pods(), pod, note.on(StoreJson.text(pod, "spec", "nodeName")));
    }
}
