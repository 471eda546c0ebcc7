package tessera.cluster.mig;

import tessera.text.Reason;

/** A reason why the MIG instances of a node are not known. */
public sealed interface MigPlacementReason extends Reason {

    /** No container on the node has nvidia-smi. */
    record NvidiaSmiUnavailable(String node) implements MigPlacementReason {}

    /** The output of nvidia-smi has another form. */
    record NvidiaSmiUnreadable() implements MigPlacementReason {}
}
