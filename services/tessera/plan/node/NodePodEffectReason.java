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

    /** A new pod of a controller. A Job counts an evicted pod as a failed one. */
    record PodReplacement(String kind, String name) implements NodePodEffectReason {}

    /** The node offers the replacement of the pod no GPU. */
    record GpuLessReplacement() implements NodePodEffectReason {}

    record DaemonSetNodeSelector(String daemonSet, List<String> keys) implements NodePodEffectReason {}

    record MovableReplacement(List<String> keys) implements NodePodEffectReason {}

    record UnplaceableReplacement(List<String> keys) implements NodePodEffectReason {}

    record MissingToleration(String taint) implements NodePodEffectReason {}

    record TemporaryToleration(String taint, long seconds) implements NodePodEffectReason {}

    record ExcludedPendingPod(Collection<String> taints, List<String> nodes) implements NodePodEffectReason {}
}
