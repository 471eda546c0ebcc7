package tessera.logs;

import tessera.text.Reason;

/** A reason why a log is not read on. */
public sealed interface LogReadReason extends Reason {

    /** A defect of the program. */
    record LogReaderFailed() implements LogReadReason {}

    /** The container has not restarted, or its former log is gone. */
    record PreviousLogMissing(String container) implements LogReadReason {}
}
