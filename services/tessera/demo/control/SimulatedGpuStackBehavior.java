package tessera.demo.control;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/** The effects of a node's GPU stack on the containers there. Asked on the loop's thread. */
public interface SimulatedGpuStackBehavior {

    /** A cluster without such a stack. */
    SimulatedGpuStackBehavior NONE = new SimulatedGpuStackBehavior() {
    };

    /** Returns whether a pod belongs to the stack; the behaviour of others follows from images and commands. */
    default boolean containsPod(JsonNode pod) {
        return false;
    }

    /** Returns how many of the pod's init containers, from the first on, have what they wait for. */
    default int countReadyInits(JsonNode pod) {
        return pod.path("spec").path("initContainers").size();
    }

    /** Returns whether a container ends with an error soon after its start. */
    default boolean failsAfterStart(JsonNode pod, String container) {
        return false;
    }

    /** Returns whether a deleted pod fails to terminate. */
    default boolean hangsOnDeletion(JsonNode pod) {
        return false;
    }

    /** Returns the device plugin's reason to refuse a pod's devices; empty if it grants them. */
    default Optional<String> refusalText(JsonNode pod, String node) {
        return Optional.empty();
    }
}
