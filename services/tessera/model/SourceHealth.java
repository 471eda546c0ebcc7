package tessera.model;

import java.time.Instant;

/** How much a collection in the snapshot can be relied on. Times are by this machine's clock. */
public sealed interface SourceHealth {

    /** Complete, and followed as it changes. */
    record LiveSource() implements SourceHealth {}

    /**
     * Being read for the first time; what is there is incomplete.
     *
     * @param loaded    objects read so far
     * @param remaining objects the server says are still to come; −1 when it does not say
     */
    record LoadingSource(int loaded, long remaining) implements SourceHealth {}

    /**
     * Complete as of a moment that has passed.
     *
     * @param since when it was last known to be current
     */
    record StaleSource(Instant since, Problem why) implements SourceHealth {}

    /** Not to be had, and therefore unknown: not empty. */
    record Absent(Problem why) implements SourceHealth {}
}
