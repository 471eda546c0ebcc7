package tessera.kube.scheduling;

import java.util.List;
import java.util.Map;
import tessera.kube.quantity.ResourceAmounts;

/** The properties of a pending pod that decide which nodes and which neighbours it accepts. */
public interface PodPlacementConstraints {

    /** Returns the uid; empty where the pod is not created yet. */
    String uid();

    String namespace();

    Map<String, String> labels();

    int priority();

    /** Returns whether others may be evicted for it. */
    boolean preempts();

    /** Returns the only node it accepts; empty for any. */
    String node();

    /** Returns the node that is being cleared for it; empty for none. */
    String nominatedNode();

    ResourceAmounts requests();

    /** Returns the host ports that it wants. */
    List<ContainerHostPort> ports();

    RequiredNodeAffinity nodeAffinity();

    List<Toleration> tolerations();

    /** Returns the required pod affinity. */
    List<PodAffinityTerm> affinity();

    /** Returns the required pod anti-affinity. */
    List<PodAffinityTerm> antiAffinity();

    List<TopologySpreadConstraint> spreadConstraints();
}
