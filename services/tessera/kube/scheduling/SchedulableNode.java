package tessera.kube.scheduling;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/** A node and the pods on it, as the scheduler's filters see them. */
public interface SchedulableNode {

    String name();

    Map<String, String> labels();

    List<Taint> taints();

    /** Returns whether it is cordoned. */
    boolean unschedulable();

    /** Returns how many pods it may run. */
    long podLimit();

    /** Returns the amount that pods may request in all. */
    long allocatable(String resource);

    /** Returns the same for a resource of a pending pod. */
    default long allocatable(RequestedResource resource) {
        return allocatable(resource.name());
    }

    /** Returns the amount that its pods request. */
    long requested(RequestedResource resource);

    Collection<? extends PodOnNode> pods();

    /** Returns those pods that have a required anti-affinity. */
    List<? extends PodOnNode> antiAffinityPods();
}
