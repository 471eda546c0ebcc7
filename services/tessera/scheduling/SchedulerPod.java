package tessera.scheduling;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tessera.gpu.PodOwnerFinder;
import tessera.kube.quantity.ResourceAmounts;
import tessera.kube.scheduling.ContainerHostPort;
import tessera.kube.scheduling.PodAffinityTerm;
import tessera.kube.scheduling.PodOnNode;
import tessera.model.ControllerRef;
import tessera.model.PodSummary;
import tessera.scheduling.spec.PodSchedulingSpec;

/**
 * An assigned pod as its neighbours see it: requests, host ports, labels, anti-affinity.
 *
 * @param antiAffinity whom it does not want near
 * @param sharedVolumeClaims names of the claims that it mounts, without those that are made for it
 * @param started      when its kubelet took it on; null while it has not
 * @param terminating   whether its deletion has begun
 * @param preempted     whether that is because the scheduler evicts it
 * @param returnsToNode    whether it would be back on its node at once if it ended
 * @param owner    its controller
 * @param workload what it is a part of, e.g. a JobSet
 */
record SchedulerPod(String uid, String namespace, String name, Map<String, String> labels, int priority,
        ResourceAmounts requests, List<ContainerHostPort> ports, List<PodAffinityTerm> antiAffinity,
        List<String> sharedVolumeClaims, @Nullable Instant started, boolean terminating, boolean preempted,
        boolean returnsToNode, ControllerRef owner, ControllerRef workload) implements PodOnNode {

    private static final Set<String> STAYING = Set.of("DaemonSet", "Node");
    private static final String LEADER_WORKER_SET = "LeaderWorkerSet";
    private static final String GROUP_INDEX = "leaderworkerset.sigs.k8s.io/group-index";
    /** Workloads whose pods are of use only together, as their top owner is called; others replace pods one by one. */
    private static final Set<String> GANGS = Set.of("JobSet", "TrainJob", "PyTorchJob", "MPIJob", "VolcanoJob",
            LEADER_WORKER_SET, "Workload");

    static SchedulerPod fromPod(PodSummary pod, NeighborPodConstraints more) {
        return new SchedulerPod(pod.uid(), pod.namespace(), pod.name(), pod.labels(), pod.priority(), pod.requests(),
                more.ports(), more.antiAffinity(), more.volumeClaims(), pod.started(), pod.deleting() != null,
                more.preempted(), STAYING.contains(pod.owner().kind()), pod.owner(), PodOwnerFinder.ownerOf(pod));
    }

    /** Returns the pod that a spec becomes once assigned; it is never proposed for eviction. */
    static SchedulerPod fromSpec(PodSchedulingSpec spec, String uid) {
        return new SchedulerPod(uid, spec.namespace(), spec.name(), spec.labels(), spec.priority(), spec.requests(),
                spec.ports(), spec.antiAffinity(), spec.sharedVolumeClaims(), null, false, false, true,
                ControllerRef.NONE, ControllerRef.NONE);
    }

    /** Returns whether one controller created both pods, and would replace this one at once, or both are parts of a workload that needs them all. */
    boolean isSibling(PodSummary pod) {
        return namespace.equals(pod.namespace())
                && ((owner.exists() && owner.equals(pod.owner())) || (GANGS.contains(workload.kind())
                        && workload.equals(PodOwnerFinder.ownerOf(pod)) && !isInOtherGroup(pod)));
    }

    /** Returns whether both are known to be of different groups of one LeaderWorkerSet, which do not need each other. */
    private boolean isInOtherGroup(PodSummary pod) {
        var own = labels.get(GROUP_INDEX);
        var other = pod.labels().get(GROUP_INDEX);
        return workload.kind().equals(LEADER_WORKER_SET) && own != null && other != null && !own.equals(other);
    }

    @Override
    public String startedAt() {
        return started == null ? "" : started.toString();
    }
}
