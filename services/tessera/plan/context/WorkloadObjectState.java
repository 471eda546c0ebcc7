package tessera.plan.context;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import tessera.kube.labels.LabelSelector;
import tessera.model.ControllerRef;
import tessera.model.ObjectRef;

/**
 * A workload object as read for a plan.
 *
 * @param resourceVersion what the server calls this state of it
 * @param replicas   how many pods it shall have; negative where that is not said of such a kind
 * @param suspended  whether it waits
 * @param paused     whether changes of its pods wait
 * @param finished      whether it has done its work, or failed for good
 * @param strategy   how its pods are replaced, e.g. {@code RollingUpdate}; may be empty
 * @param partition       how many of its first pods are not replaced; 0 for none
 * @param restartedAt  when its pods were last told to start anew, as written; empty for never
 * @param owner      who made it and may set it back
 * @param selector    which pods are its own
 * @param scalers    who else says how many pods it has
 * @param json     all of it, as the server answered it
 */
public record WorkloadObjectState(ObjectRef object, String uid, String resourceVersion, int replicas, boolean suspended,
        boolean paused, boolean finished, String strategy, int partition, String restartedAt, ControllerRef owner,
        LabelSelector selector, List<String> scalers, JsonNode json) {

    public WorkloadObjectState {
        scalers = List.copyOf(scalers);
    }
}
