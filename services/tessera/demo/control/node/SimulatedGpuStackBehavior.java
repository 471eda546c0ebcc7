package tessera.demo.control.node;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/** The effects of a node's GPU stack on the containers there. Asked on the loop's thread. */
public interface SimulatedGpuStackBehavior {

    /** Returns whether a pod belongs to the stack; the behaviour of others follows from images and commands. */
    boolean containsPod(JsonNode pod);

    /** Returns how many of the pod's init containers, from the first on, have what they wait for. */
    int countReadyInits(JsonNode pod);

    /** Returns whether a container ends with an error soon after its start. */
    boolean failsAfterStart(JsonNode pod, String container);

    /** Returns whether a deleted pod fails to terminate. */
    boolean hangsOnDeletion(JsonNode pod);

    /** Returns the device plugin's reason to refuse a pod's devices; empty if it grants them. */
    Optional<String> refusalText(JsonNode pod, String node);
}
