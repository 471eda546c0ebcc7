package tessera.demo.control.node;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/** What the GPU stack of a node means for containers there. Asked on the loop's thread. */
public interface NodeStack {

    /** Whether a pod is a part of the stack; what the others do, their images and commands tell. */
    boolean holds(JsonNode pod);

    /** How many of the pod's init containers have found what they wait for, from the first on. */
    int initialized(JsonNode pod);

    /** Whether a container ends with an error soon after it starts. */
    boolean fails(JsonNode pod, String container);

    /** Whether a pod that is to go does not. */
    boolean hangs(JsonNode pod);

    /** Why the device plugin does not give a pod what it asks for; empty if it does. */
    Optional<String> refusal(JsonNode pod, String node);
}
