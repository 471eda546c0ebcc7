package tessera.model;

import java.util.List;
import java.util.TreeSet;
import tessera.kube.quantity.ResourceAmounts;

/**
 * A node, the pods bound to it, and their resources. A node on which nothing changed is the same object in the next
 * snapshot.
 *
 * @param pods  every pod bound to the node, terminal ones included, by namespace and name
 * @param allocated the sum of the requests of the pods that hold resources
 * @param devices what drivers publish of its devices, and the claims that have them
 */
public record NodeWithBoundPods(NodeSummary nodeSummary, List<PodSummary> pods, ResourceAmounts allocated,
        NodeDraDevices devices) {

    /** Returns a node of whose devices no driver publishes any. */
    public static NodeWithBoundPods of(NodeSummary nodeSummary, List<PodSummary> pods) {
        return of(nodeSummary, pods, NodeDraDevices.NONE);
    }

    /** Combines a node and its pods and computes the sums. */
    public static NodeWithBoundPods of(NodeSummary nodeSummary, List<PodSummary> pods, NodeDraDevices devices) {
        var allocated = ResourceAmounts.NONE;
        for (var pod : pods) {
            if (pod.holdsResources()) {
                allocated = allocated.plus(pod.requests());
            }
        }
        return new NodeWithBoundPods(nodeSummary, List.copyOf(pods), allocated, devices);
    }

    /** The same node with other devices. */
    public NodeWithBoundPods with(NodeDraDevices others) {
        return new NodeWithBoundPods(nodeSummary, pods, allocated, others);
    }

    public String name() {
        return nodeSummary.name();
    }

    /** Returns capacity, allocatable and allocation of one resource. */
    public NodeResourceUse useOf(String resource) {
        int holders = 0;
        for (var pod : pods) {
            if (pod.holdsResources() && pod.requests().get(resource) > 0) {
                holders++;
            }
        }
        return new NodeResourceUse(resource, nodeSummary.capacity().get(resource),
                nodeSummary.allocatable().get(resource), allocated.get(resource), holders);
    }

    /**
     * Returns the resources this node has or had: named in capacity or allocatable, or still held by a pod. A name that an
     * earlier configuration left behind at zero is not among them unless a pod holds it.
     */
    public List<String> resourceNames() {
        var names = new TreeSet<String>();
        for (var amounts : List.of(nodeSummary.capacity(), nodeSummary.allocatable(), allocated)) {
            for (var name : amounts.names()) {
                if (amounts.get(name) > 0) {
                    names.add(name);
                }
            }
        }
        return List.copyOf(names);
    }
}
