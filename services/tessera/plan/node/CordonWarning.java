package tessera.plan.node;

import tessera.text.Reason;

/** Warnings before nodes are cordoned, uncordoned or lose taints. */
sealed interface CordonWarning extends Reason {

    /**
     * Last schedulable node.
     *
     * @param pending how many pods wait for a node already
     */
    record LastSchedulableNode(long pending) implements CordonWarning {}

    /**
     * Last schedulable GPU node.
     *
     * @param pending how many pods wait for such GPUs already
     */
    record LastSchedulableGpuNode(String vendor, long pending) implements CordonWarning {}

    record LastSchedulableControlPlane() implements CordonWarning {}

    /**
     * Cordon ownership.
     *
     * @param why     what the owner says of the cordon; empty for nothing
     * @param reopens a sentence: what uncordons the node
     */
    record CordonOwnership(String node, String owner, String why, String reopens) implements CordonWarning {}

    /**
     * Taint ownership.
     *
     * @param reopens a sentence: what removes the taint
     */
    record TaintOwnership(String node, String taint, String owner, String reopens) implements CordonWarning {}

    record FaultyCordonedNode(String node, String fault) implements CordonWarning {}

    /**
     * Cordon authorship.
     *
     * @param byline who cordoned it and when, as far as recorded
     */
    record CordonAuthorship(String node, String byline) implements CordonWarning {}
}
