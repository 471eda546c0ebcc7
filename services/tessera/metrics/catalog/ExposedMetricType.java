package tessera.metrics.catalog;

/** The relation between successive values of a series. */
public enum ExposedMetricType {
    /** Each says how it is now. */
    GAUGE,
    /** They only grow, until they start again from 0. */
    COUNTER
}
