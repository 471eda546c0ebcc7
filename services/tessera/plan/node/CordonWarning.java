package tessera.plan.node;

import tessera.text.Reason;

/** Warnings before nodes are cordoned, uncordoned or lose taints. */
sealed interface CordonWarning extends Reason {

    /**
     * The cordon of the last schedulable node of the cluster.
     *
     * @param pending the number of pods that are pending already
     */
    record LastSchedulableNode(long pending) implements CordonWarning {}

    /**
     * The cordon of the last schedulable node with GPUs, or other accelerators, of a vendor.
     *
     * @param gpus    whether they are GPUs
     * @param pending the number of pods that are pending for such GPUs already
     */
    record LastSchedulableGpuNode(String vendor, boolean gpus, long pending) implements CordonWarning {}

    record LastSchedulableControlPlane() implements CordonWarning {}

    /**
     * A cordon that another controller, service or person owns.
     *
     * @param why     the reason that the owner gives; empty for none
     * @param reopens a sentence: what uncordons the node
     */
    record CordonOwnership(String node, String owner, String why, String reopens) implements CordonWarning {}

    /**
     * A taint that another controller, service or person owns.
     *
     * @param reopens a sentence: what removes the taint
     */
    record TaintOwnership(String node, String taint, String owner, String reopens) implements CordonWarning {}

    record FaultyCordonedNode(String node, String fault) implements CordonWarning {}

    /** The author and time of a cordon, as far as recorded. */
    record CordonAuthorship(String node, String byline) implements CordonWarning {}
}
