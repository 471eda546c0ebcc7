package tessera.demo.control.node;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.loop.ControlComponent;
import tessera.demo.control.loop.ControllerKinds;
import tessera.demo.control.loop.KnownPods;
import tessera.demo.control.loop.PodCard;
import tessera.demo.schedule.SimulatedPodRequests;
import tessera.demo.store.StoreJson;
import tessera.model.ResourceAmounts;

/** Whether a kubelet lets a pod in: its devices, cores and memory must be there, whoever bound it. */
record KubeletAdmission(ControlComponent component, ControllerKinds kinds, KnownPods pods) {

    /** Why not. */
    record AdmissionRefusal(String reason, String message) {}

    @Nullable
    AdmissionRefusal refusal(ObjectNode pod, String nodeName, @Nullable NodeStack stack) {
        var node = component.find(kinds.nodes(), "", nodeName);
        if (node == null) {
            return null;
        }
        var unwilling = stack == null ? Optional.<String>empty() : stack.refusal(pod, nodeName);
        if (unwilling.isPresent()) {
            return new AdmissionRefusal("UnexpectedAdmissionError", unwilling.get());
        }
        var allocatable = SimulatedPodRequests.amounts(node.path("status").path("allocatable"));
        var used = ResourceAmounts.NONE;
        for (var card : pods.on(nodeName)) {
            if (!card.over() && !card.uid().equals(StoreJson.text(pod, "metadata", "uid"))) {
                used = used.plus(held(card));
            }
        }
        var asked = SimulatedPodRequests.asked(pod);
        for (var name : asked.names()) {
            long free = allocatable.get(name) - used.get(name);
            if (asked.get(name) > 0 && asked.get(name) > free) {
                return refusal(name, asked.get(name), used.get(name), allocatable.get(name));
            }
        }
        return null;
    }

    private ResourceAmounts held(PodCard card) {
        var pod = component.find(kinds.pods(), card.namespace(), card.name());
        return pod == null ? ResourceAmounts.NONE : SimulatedPodRequests.held(pod);
    }

    private static AdmissionRefusal refusal(String name, long asked, long used, long capacity) {
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
