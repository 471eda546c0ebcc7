package tessera.scheduling;

import java.util.List;
import java.util.Map;
import java.util.Set;
import tessera.model.OwnerRef;
import tessera.model.PodFacts;
import tessera.model.ResourceAmounts;
import tessera.scheduling.PlacementInputs.Neighbour;
import tessera.scheduling.spec.HostPort;
import tessera.scheduling.spec.PodAffinityTerm;
import tessera.scheduling.spec.PodSchedulingSpec;

/**
 * A pod as others on its node feel it.
 *
 * @param aversion whom it does not want near
 * @param ending   whether its deletion has begun
 * @param stays    whether it would be back on its node at once if it ended
 * @param owner    its controller
 */
record AssignedPod(String uid, String namespace, String name, Map<String, String> labels, int priority,
        ResourceAmounts requests, List<HostPort> ports, List<PodAffinityTerm> aversion, boolean ending,
        boolean stays, OwnerRef owner) {

    private static final Set<String> STAYING = Set.of("DaemonSet", "Node");

    static AssignedPod of(PodFacts pod, Neighbour more) {
        return new AssignedPod(pod.uid(), pod.namespace(), pod.name(), pod.labels(), pod.priority(), pod.requests(),
                more.ports(), more.aversion(), pod.deleting() != null, STAYING.contains(pod.owner().kind()),
                pod.owner());
    }

    /** The pod itself, once it is there; nobody is to make room for the next such pod by ending it. */
    static AssignedPod of(PodSchedulingSpec wish, String uid) {
        return new AssignedPod(uid, wish.namespace(), wish.name(), wish.labels(), wish.priority(), wish.requests(),
                wish.ports(), wish.aversion(), false, true, OwnerRef.NONE);
    }

    /** Whether one controller made both, which would make it anew at once. */
    boolean sibling(PodFacts pod) {
        return !owner.equals(OwnerRef.NONE) && owner.equals(pod.owner()) && namespace.equals(pod.namespace());
    }

    String key() {
        return namespace + "/" + name;
    }
}
