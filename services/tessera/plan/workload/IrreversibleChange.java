package tessera.plan.workload;

import tessera.text.Reason;

/** A change that the server would refuse to undo. */
enum IrreversibleChange implements Reason {
    CLAIM_STORAGE,
    CLAIM_SIZE,
    IMMUTABLE_CONTENT,
    SCHEDULING_GATE_REMOVED,
    TOLERATION_ADDED,
    POD_DEADLINE,
    POD_PLACEMENT
}
