package tessera.plan.node;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import tessera.plan.model.NonRequestGpuUse;
import tessera.text.Reason;

/** The fate of a pod when its node changes, and why. */
sealed interface NodePodEffectReason extends Reason {

    record StaticPod() implements NodePodEffectReason {}

    record DaemonSetPod() implements NodePodEffectReason {}

    /** KAI ends the reservation after the pods that share its GPU. */
    record SharedKaiReservation() implements NodePodEffectReason {}

    record OrphanedKaiReservation() implements NodePodEffectReason {}

    /** A finished pod; its eviction deletes the record of it. */
    record FinishedPod(boolean succeeded) implements NodePodEffectReason {}

    record PodTermination() implements NodePodEffectReason {}

    record MultiplePodBudgets() implements NodePodEffectReason {}

    record UnobservedPodBudget(String budget) implements NodePodEffectReason {}

    record UnconfirmedEvictions(String budget) implements NodePodEffectReason {}

    record ExhaustedPodBudget(String budget, int desired, int healthy) implements NodePodEffectReason {}

    record LimitedPodBudget(String budget, int allowed) implements NodePodEffectReason {}

    /**
     * An eviction.
     *
     * @param use         the use of GPUs without a request
     * @param replacement the replacement by a controller; empty for none
     */
    record PodEviction(Optional<NonRequestGpuUse> use,
            Optional<PodReplacement> replacement) implements NodePodEffectReason {}

    /**
     * A new pod of a controller. A Job counts an evicted pod as a failed one.
     *
     * @param recreatesPods whether controllers of this kind are known to replace pods: not all do, as those of virtual machines
     *                 and workflows
     * @param obstacle why no node can take it; empty where one can, or that is not known
     */
    record PodReplacement(String kind, String name, boolean recreatesPods,
            Optional<ReplacementObstacle> obstacle) implements NodePodEffectReason {

        PodReplacement withObstacle(Optional<ReplacementObstacle> why) {
            return recreatesPods ? new PodReplacement(kind, name, true, why) : this;
        }
    }

    /** Why no node can take the replacement of a pod. */
    sealed interface ReplacementObstacle extends NodePodEffectReason {}

    /** All other nodes are cordoned, or not ready. */
    record NoOpenNode() implements ReplacementObstacle {}

    /** Its node selector or a taint keeps it off all other nodes. */
    record NoEligibleNode() implements ReplacementObstacle {}

    record NoNodeWithDevices(long amount, String resource) implements ReplacementObstacle {}

    /** No other node has devices of the driver that a ResourceClaim of the pod needs. */
    record NoNodeWithDriver(String driver) implements ReplacementObstacle {}

    record NoNodeWithFreeDevices(long amount, String resource) implements ReplacementObstacle {}

    /** The node offers the replacement of the pod no GPU. */
    record GpuLessReplacement() implements NodePodEffectReason {}

    record DaemonSetNodeSelector(String daemonSet, List<String> keys) implements NodePodEffectReason {}

    record MovableReplacement(List<String> keys) implements NodePodEffectReason {}

    record UnplaceableReplacement(List<String> keys) implements NodePodEffectReason {}

    record MissingToleration(String taint) implements NodePodEffectReason {}

    record TemporaryToleration(String taint, long seconds) implements NodePodEffectReason {}

    record ExcludedPendingPod(Collection<String> taints, List<String> nodes) implements NodePodEffectReason {}
}
