package tessera.kube.scheduling;

import java.util.List;
import java.util.Map;
import tessera.kube.quantity.ResourceAmounts;

/** A pod on a node, as it decides who may come to the node beside it. */
public interface PodOnNode {

    String uid();

    String namespace();

    String name();

    Map<String, String> labels();

    int priority();

    /** Returns what it takes of its node. */
    ResourceAmounts requests();

    /** Returns the host ports that it uses. */
    List<ContainerHostPort> ports();

    /** Returns the required pod anti-affinity. */
    List<PodAffinityTerm> antiAffinity();

    /** Returns the names of the PersistentVolumeClaims that it mounts, without those that are made for it. */
    List<String> sharedVolumeClaims();

    /** Returns when it was started, as the API server writes times; empty while it is not. */
    String startedAt();

    /** Returns whether its deletion has begun. */
    boolean terminating();

    /** Returns whether that is because the scheduler evicts it. */
    boolean preempted();

    /** Returns namespace and name, as kubectl writes them. */
    default String podKey() {
        return namespace() + "/" + name();
    }
}
