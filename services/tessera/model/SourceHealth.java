package tessera.model;

import java.time.Instant;

/** The reliability of a collection in the snapshot. Times are by this machine's clock. */
public sealed interface SourceHealth {

    /** The collection is complete and watched. */
    record LiveSource() implements SourceHealth {}

    /**
     * The collection is being read for the first time and incomplete.
     *
     * @param loaded    objects read so far
     * @param remaining objects the server says are still to come; −1 when it does not say
     */
    record LoadingSource(int loaded, long remaining) implements SourceHealth {}

    /**
     * The collection is complete as of a time that has passed.
     *
     * @param since when it was last known to be current
     */
    record StaleSource(Instant since, Problem why) implements SourceHealth {}

    /** The collection is not available, and therefore unknown: not empty. */
    record UnavailableSource(Problem why) implements SourceHealth {}
}
