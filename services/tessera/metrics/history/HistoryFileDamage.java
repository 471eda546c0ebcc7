package tessera.metrics.history;

import tessera.text.Reason;

/** A reason why a file of the history is read only in part. */
sealed interface HistoryFileDamage extends Reason {

    /** The file is of another version of the format. */
    record VersionUnsupported(int version) implements HistoryFileDamage {}

    /** A fault within a file. */
    enum FrameDamage implements HistoryFileDamage {
        HEADER,
        TRUNCATED,
        LENGTH,
        CHECKSUM,
        LAYOUT
    }
}
