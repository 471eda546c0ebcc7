package tessera.cluster.fleet;

import tessera.text.Reason;

/** A defect of this program after which a snapshot cannot be trusted. */
enum SnapshotDefect implements Reason {
    CHANGE_FAILED,
    SNAPSHOT_FAILED
}
