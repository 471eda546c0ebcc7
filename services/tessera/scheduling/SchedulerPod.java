package tessera.scheduling;

import java.util.List;
import java.util.Map;
import java.util.Set;
import tessera.gpu.PodOwnerFinder;
import tessera.kube.quantity.ResourceAmounts;
import tessera.kube.scheduling.ContainerHostPort;
import tessera.kube.scheduling.PodAffinityTerm;
import tessera.kube.scheduling.PodOnNode;
import tessera.model.ControllerRef;
import tessera.model.PodSummary;
import tessera.scheduling.PodPlacementInputs.NeighborPodConstraints;
import tessera.scheduling.spec.PodSchedulingSpec;

/**
 * An assigned pod as its neighbours see it: requests, host ports, labels, anti-affinity.
 *
 * @param antiAffinity whom it does not want near
 * @param terminating   whether its deletion has begun
 * @param returnsToNode    whether it would be back on its node at once if it ended
 * @param owner    its controller
 * @param workload what it is a part of, e.g. a JobSet
 */
record SchedulerPod(String uid, String namespace, String name, Map<String, String> labels, int priority,
        ResourceAmounts requests, List<ContainerHostPort> ports, List<PodAffinityTerm> antiAffinity,
        boolean terminating,
        boolean returnsToNode, ControllerRef owner, ControllerRef workload) implements PodOnNode {

    private static final Set<String> STAYING = Set.of("DaemonSet", "Node");

    static SchedulerPod fromPod(PodSummary pod, NeighborPodConstraints more) {
        return new SchedulerPod(pod.uid(), pod.namespace(), pod.name(), pod.labels(), pod.priority(), pod.requests(),
                more.ports(), more.antiAffinity(), pod.deleting() != null, STAYING.contains(pod.owner().kind()),
                pod.owner(), PodOwnerFinder.ownerOf(pod));
    }

    /** Returns the pod that a spec becomes once assigned; it is never proposed for eviction. */
    static SchedulerPod fromSpec(PodSchedulingSpec spec, String uid) {
        return new SchedulerPod(uid, spec.namespace(), spec.name(), spec.labels(), spec.priority(), spec.requests(),
                spec.ports(), spec.antiAffinity(), false, true, ControllerRef.NONE, ControllerRef.NONE);
    }

    /** Returns whether one controller created both pods, and would replace this one at once, or both are parts of a workload that needs them all. */
    boolean isSibling(PodSummary pod) {
        return namespace.equals(pod.namespace()) && ((owner.exists() && owner.equals(pod.owner()))
                || (isGang() && workload.equals(PodOwnerFinder.ownerOf(pod))));
    }

    /** A Deployment replaces pods one by one. */
    private boolean isGang() {
        return workload.exists() && !workload.kind().equals("Deployment");
    }

    String podKey() {
        return namespace + "/" + name;
    }
}
