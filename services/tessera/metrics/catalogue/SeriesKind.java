package tessera.metrics.catalogue;

/** How values of a series follow each other. */
public enum SeriesKind {
    /** Each says how it is now. */
    GAUGE,
    /** They only grow, until they start again from 0. */
    COUNTER
}
