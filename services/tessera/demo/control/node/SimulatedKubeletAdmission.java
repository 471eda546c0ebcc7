package tessera.demo.control.node;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.loop.SimulatedControlPlaneComponent;
import tessera.demo.control.loop.SimulatedControllerCachedPod;
import tessera.demo.control.loop.SimulatedControllerPodCache;
import tessera.demo.control.loop.SimulatedControllerResourceTypes;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.kube.quantity.ResourceAmounts;
import tessera.kube.requests.PodSchedulerRequests;

/** Kubelet admission: devices, CPU and memory must be free, whatever component bound the pod. */
record SimulatedKubeletAdmission(SimulatedControlPlaneComponent component, SimulatedControllerResourceTypes types,
        SimulatedControllerPodCache pods) {

    /** The refusal of a pod by a kubelet: reason and message. */
    record AdmissionRefusal(String reason, String message) {}

    @Nullable
    AdmissionRefusal findRefusal(ObjectNode pod, String nodeName, @Nullable SimulatedGpuStackBehavior stack) {
        var node = component.find(types.nodes(), "", nodeName);
        if (node == null) {
            return null;
        }
        var unwilling = stack == null ? Optional.<String>empty() : stack.refusalText(pod, nodeName);
        if (unwilling.isPresent()) {
            return new AdmissionRefusal("UnexpectedAdmissionError", unwilling.get());
        }
        var allocatable = PodSchedulerRequests.parseAmounts(node.path("status").path("allocatable"));
        var used = ResourceAmounts.NONE;
        for (var cachedPod : pods.onNode(nodeName)) {
            if (!cachedPod.isTerminal()
                    && !cachedPod.uid().equals(SimulatedStoreJsonCodec.textAt(pod, "metadata", "uid"))) {
                used = used.plus(requestsOf(cachedPod));
            }
        }
        var requested = PodSchedulerRequests.specRequests(pod);
        for (var name : requested.names()) {
            long free = allocatable.get(name) - used.get(name);
            if (requested.get(name) > 0 && requested.get(name) > free) {
                return newRefusal(name, requested.get(name), used.get(name), allocatable.get(name));
            }
        }
        return null;
    }

    private ResourceAmounts requestsOf(SimulatedControllerCachedPod cachedPod) {
        var pod = component.find(types.pods(), cachedPod.namespace(), cachedPod.name());
        return pod == null ? ResourceAmounts.NONE : PodSchedulerRequests.effectiveRequests(pod);
    }

    private static AdmissionRefusal newRefusal(String name, long asked, long used, long capacity) {
        if (name.contains("/")) {
            return new AdmissionRefusal("UnexpectedAdmissionError",
                    ("Allocate failed due to requested number of devices "
                            + "unavailable for %s. Requested: %d, Available: %d, which is unexpected")
                            .formatted(name, asked, Math.max(0, capacity - used)));
        }
        return new AdmissionRefusal("OutOf" + name,
                "Node didn't have enough resource: %s, requested: %d, used: %d, capacity: %d"
                        .formatted(name, asked, used, capacity));
    }
}
