package tessera.metrics.exposition;

import tessera.text.Reason;

/** A reason why an exposition was not read wholly. */
public sealed interface ExpositionReason extends Reason {

    /** The response was longer than the limit; the number of bytes has separators. */
    record ResponseTooLong(String bytes) implements ExpositionReason {}

    /** The response ended before its end; the number of samples has separators. */
    record ResponseTruncated(String samples) implements ExpositionReason {}

    /** Some lines are no samples. */
    record LinesMalformed(long lines, long first, String excerpt) implements ExpositionReason {}
}
