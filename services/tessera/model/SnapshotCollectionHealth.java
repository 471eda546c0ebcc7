package tessera.model;

import java.time.Instant;

/** The reliability of a collection in the snapshot. Times are by this machine's clock. */
public sealed interface SnapshotCollectionHealth {

    /** The collection is complete and watched. */
    record LiveCollection() implements SnapshotCollectionHealth {}

    /**
     * The collection is being read for the first time and incomplete.
     *
     * @param loaded    objects read so far
     * @param remaining objects the server says are still to come; −1 when it does not say
     */
    record LoadingCollection(int loaded, long remaining) implements SnapshotCollectionHealth {}

    /**
     * The collection is complete as of a time that has passed.
     *
     * @param since when it was last known to be current
     */
    record StaleCollection(Instant since, Problem problem) implements SnapshotCollectionHealth {}

    /** The collection is not available, and therefore unknown: not empty. */
    record UnavailableCollection(Problem problem) implements SnapshotCollectionHealth {}
}
