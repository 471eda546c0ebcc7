package tessera.plan.survey;

import java.util.List;
import java.util.Map;
import tessera.model.Taint;

/**
 * A node as it was read for a plan, with what a change of it must keep.
 *
 * @param resourceVersion what the server calls this state of it
 * @param capacity        as written, by resource
 */
public record NodeObject(String name, String uid, String resourceVersion, Map<String, String> labels,
        List<HeldTaint> taints, boolean unschedulable, Map<String, String> capacity) {

    /**
     * A taint as it stands on the node.
     *
     * @param timeAdded as written; empty when it says none
     */
    public record HeldTaint(Taint taint, String timeAdded) {}

    public NodeObject {
        labels = Map.copyOf(labels);
        taints = List.copyOf(taints);
        capacity = Map.copyOf(capacity);
    }
}
