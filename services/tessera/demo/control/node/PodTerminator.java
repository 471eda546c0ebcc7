package tessera.demo.control.node;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.loop.CachedPod;
import tessera.demo.control.loop.ControlComponent;
import tessera.demo.control.loop.ControlLoop;
import tessera.demo.control.loop.ControllerKinds;
import tessera.demo.control.loop.ControllerPodCache;
import tessera.demo.control.loop.ControllerTask;
import tessera.demo.control.loop.EventNote;
import tessera.demo.object.ApiError;
import tessera.demo.store.StoreJson;
import tessera.demo.store.objects.DeleteOptions;

/**
 * Termination of pods by kubelets.
 *
 * @param find  a pod by its uid, if it is there and its kubelet runs
 * @param hangs whether a pod does not end when it is told to
 */
record PodTerminator(ControlLoop loop, ControllerKinds kinds, ControllerPodCache pods, ControlComponent component,
        Function<String, @Nullable ObjectNode> find, Predicate<ObjectNode> hangs) {

    private static final Duration LOOKING = Duration.ofSeconds(5);
    private static final Duration STOPPING = Duration.ofMillis(1200);

    /** Stops the containers of a deleted pod and then removes it. */
    void terminate(CachedPod card) throws ApiError {
        var pod = find.apply(card.uid());
        if (pod == null) {
            return;
        }
        boolean runs = StoreJson.textAt(pod, "status", "phase").equals("Running");
        if (runs) {
            for (var container : pod.path("spec").path("containers")) {
                recordEvent(pod,
                        EventNote.normalEvent("Killing", "Stopping container " + container.path("name").asText()));
            }
        }
        long grace = pod.path("metadata").path("deletionGracePeriodSeconds").asLong(30);
        var timeout = Duration.ofSeconds(grace);
        ControllerTask gone = () -> removeUnlessHanging(card.uid());
        loop.runAfter(!runs ? Duration.ZERO : timeout.compareTo(STOPPING) < 0 ? timeout : STOPPING, gone);
    }

    private void removeUnlessHanging(String uid) throws ApiError {
        var pod = find.apply(uid);
        if (pod != null && hangs.test(pod)) {
            loop.runAfter(LOOKING, () -> removeUnlessHanging(uid));
        } else if (pod != null) {
            var deletion = component.delete(kinds.pods(), pod, DeleteOptions.withGracePeriod(0));
            if (deletion.isRemoved()) {
                pods.removeDeleted(uid);
            } else {
                finishHeld(pod);
            }
        }
    }

    /** Marks a pod that a finalizer holds as ended. */
    private void finishHeld(ObjectNode pod) throws ApiError {
        if (List.of("Running", "Pending").contains(StoreJson.textAt(pod, "status", "phase"))) {
            pods.addWritten(component.editStatus(kinds.pods(), pod,
                    status -> ContainerStatuses.end(status, pod, ContainerExit.forAllContainers(143),
                            component.now())));
        }
    }

    private void recordEvent(ObjectNode pod, EventNote note) {
        component.recordEvent(kinds.pods(), pod, note.onNode(StoreJson.textAt(pod, "spec", "nodeName")));
    }
}
