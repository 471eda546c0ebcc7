package tessera.demo.control.node;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.loop.SimulatedControlLoop;
import tessera.demo.control.loop.SimulatedControlPlaneComponent;
import tessera.demo.control.loop.SimulatedControllerCachedPod;
import tessera.demo.control.loop.SimulatedControllerPodCache;
import tessera.demo.control.loop.SimulatedControllerResourceTypes;
import tessera.demo.control.loop.SimulatedControllerTask;
import tessera.demo.control.loop.SimulatedEventContent;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.objects.SimulatedDeleteOptions;

/**
 * Termination of pods by kubelets.
 *
 * @param find  a pod by its uid, if it is there and its kubelet runs
 * @param hangs whether a pod does not end when it is told to
 */
record SimulatedPodTerminator(SimulatedControlLoop loop, SimulatedControllerResourceTypes types,
        SimulatedControllerPodCache pods, SimulatedControlPlaneComponent component,
        Function<String, @Nullable ObjectNode> find, Predicate<ObjectNode> hangs) {

    private static final Duration LOOKING = Duration.ofSeconds(5);
    private static final Duration STOPPING = Duration.ofMillis(1200);

    /** Stops the containers of a deleted pod and then removes it. */
    void terminate(SimulatedControllerCachedPod cachedPod) throws SimulatedApiException {
        var pod = find.apply(cachedPod.uid());
        if (pod == null) {
            return;
        }
        boolean runs = SimulatedStoreJsonCodec.textAt(pod, "status", "phase").equals("Running");
        if (runs) {
            for (var container : pod.path("spec").path("containers")) {
                recordEvent(pod,
                        SimulatedEventContent.normalEvent("Killing",
                                "Stopping container " + container.path("name").asText()));
            }
        }
        long grace = pod.path("metadata").path("deletionGracePeriodSeconds").asLong(30);
        var timeout = Duration.ofSeconds(grace);
        SimulatedControllerTask controllerTask = () -> removeUnlessHanging(cachedPod.uid());
        loop.runAfter(delay(runs, timeout), controllerTask);
    }

    private static Duration delay(boolean runs, Duration timeout) {
        if (!runs) {
            return Duration.ZERO;
        }
        if (timeout.compareTo(STOPPING) < 0) {
            return timeout;
        }
        return STOPPING;
    }

    private void removeUnlessHanging(String uid) throws SimulatedApiException {
        var pod = find.apply(uid);
        if (pod != null && hangs.test(pod)) {
            loop.runAfter(LOOKING, () -> removeUnlessHanging(uid));
        } else if (pod != null) {
            var deletion = component.delete(types.pods(), pod, SimulatedDeleteOptions.withGracePeriod(0));
            if (deletion.isRemoved()) {
                pods.removeDeleted(uid);
            } else {
                finishHeld(pod);
            }
        }
    }

    /** Marks a pod that a finalizer holds as ended. */
    private void finishHeld(ObjectNode pod) throws SimulatedApiException {
        if (List.of("Running", "Pending").contains(SimulatedStoreJsonCodec.textAt(pod, "status", "phase"))) {
            pods.addWritten(component.editStatus(types.pods(), pod,
                    status -> SimulatedContainerStatusWriter.end(status, pod,
                            SimulatedContainerExit.forAllContainers(143),
                            component.now())));
        }
    }

    private void recordEvent(ObjectNode pod, SimulatedEventContent note) {
        component.recordEvent(types.pods(), pod, note.onNode(SimulatedStoreJsonCodec.textAt(pod, "spec", "nodeName")));
    }
}
