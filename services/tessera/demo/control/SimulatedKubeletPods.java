package tessera.demo.control;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.store.SimulatedStoredObject;

/** The pods of nodes whose kubelet runs: how kubelets find them, write their statuses and come back to them. */
final class SimulatedKubeletPods {

    final SimulatedControlLoop loop;
    final SimulatedControllerResourceTypes types;
    final SimulatedPodCache cache;
    final SimulatedControlPlaneComponent component;
    SimulatedGpuStackBehavior stack = SimulatedGpuStackBehavior.NONE;
    private final SimulatedKubeletHeartbeats machines;
    /** Each version of a pod that is read often and seldom changed is decoded once; these trees are not to be changed. */
    private final Map<SimulatedStoredObject, ObjectNode> decodedPods = new WeakHashMap<>();

    /** A step of a kubelet that concerns one pod. */
    @FunctionalInterface
    interface PodStep {
        void perform(ObjectNode pod) throws SimulatedApiException;
    }

    SimulatedKubeletPods(SimulatedControllerContext context, SimulatedKubeletHeartbeats machines) {
        loop = context.loop();
        types = context.types();
        cache = context.pods();
        this.machines = machines;
        component = context.newComponent("kubelet", "kubelet");
    }

    /** Returns a pod by its uid; null if it is gone or its kubelet does not run. */
    @Nullable
    ObjectNode find(String uid) {
        var cachedPod = cache.byUid(uid);
        return cachedPod == null || !machines.isAlive(cachedPod.nodeName()) ? null : component.findPod(cachedPod);
    }

    /** Runs a step after a delay unless the pod is gone or terminating by then. */
    void runAfter(Duration delay, JsonNode pod, PodStep step) {
        runAfter(delay, SimulatedMetadata.uidOf(pod), step, this::find);
    }

    /** Runs a step that does not change the pod's tree, as often as is liked. */
    void pollAfter(Duration delay, JsonNode pod, PodStep step) {
        runAfter(delay, SimulatedMetadata.uidOf(pod), step, this::findDecoded);
    }

    private void runAfter(Duration delay, String uid, PodStep step, Function<String, @Nullable ObjectNode> finder) {
        loop.runAfter(delay, () -> {
            var pod = finder.apply(uid);
            if (pod != null && !SimulatedMetadata.isDeleting(pod)) {
                step.perform(pod);
            }
        });
    }

    private @Nullable ObjectNode findDecoded(String uid) {
        var cachedPod = cache.byUid(uid);
        if (cachedPod == null || !machines.isAlive(cachedPod.nodeName())) {
            return null;
        }
        var stored = loop.objects().store().get(types.pods(), cachedPod.namespace(), cachedPod.name());
        return stored == null ? null : decodedPods.computeIfAbsent(stored, state -> types.pods().fullView(state));
    }

    ObjectNode editStatus(JsonNode pod, Consumer<ObjectNode> change) throws SimulatedApiException {
        var written = component.editStatus(types.pods(), pod, change);
        cache.addWritten(written);
        return written;
    }

    Instant now() {
        return component.now();
    }

    void recordEvent(JsonNode pod, SimulatedEvent event) {
        component.recordEvent(types.pods(), pod, event.onNode(pod.path("spec").path("nodeName").asText("")));
    }
}
