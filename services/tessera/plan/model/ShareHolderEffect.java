package tessera.plan.model;

import tessera.text.Reason;

/** Effects on the work of pods that hold shares of a node's GPUs when the shares change. */
public sealed interface ShareHolderEffect extends Reason {

    record NoShareHolders() implements ShareHolderEffect {}

    record KeptShares(int pods) implements ShareHolderEffect {}

    /**
     * Running pods that hold more shares than the node will advertise.
     *
     * @param excess the number of units held beyond those that there will be
     */
    record ExcessShares(int pods, long excess) implements ShareHolderEffect {}

    /** MPS takes the GPUs, and pods without a share may begin no new work. */
    record MpsTakeover(int pods) implements ShareHolderEffect {}

    record MpsEnd(int pods) implements ShareHolderEffect {}
}
