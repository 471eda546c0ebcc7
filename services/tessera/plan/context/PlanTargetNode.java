package tessera.plan.context;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.gpu.health.LastFieldWrite;
import tessera.kube.scheduling.Taint;

/**
 * A node as read for a plan, with all that a change must preserve.
 *
 * @param resourceVersion what the server calls this state of it
 * @param capacity        as written, by resource
 * @param cordon          who cordoned it or opened it last; empty where the server keeps no account of it
 */
public record PlanTargetNode(String name, String uid, String resourceVersion, Map<String, String> labels,
        List<NodeTaint> taints, boolean unschedulable, Map<String, String> capacity, Optional<LastFieldWrite> cordon) {

    /**
     * A taint of a node with the time at which it was added.
     *
     * @param timeAdded as written; empty when it says none
     */
    public record NodeTaint(Taint taint, String timeAdded) {}

    public PlanTargetNode {
        labels = Map.copyOf(labels);
        taints = List.copyOf(taints);
        capacity = Map.copyOf(capacity);
    }

    /** A node of which is not told who cordoned it. */
    public PlanTargetNode(String name, String uid, String resourceVersion, Map<String, String> labels,
            List<NodeTaint> taints, boolean unschedulable, Map<String, String> capacity) {
        this(name, uid, resourceVersion, labels, taints, unschedulable, capacity, Optional.empty());
    }
}
