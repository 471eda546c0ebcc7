package tessera.metrics.catalog;

/** The scope of a value: a board, an instance, or a whole node. */
public enum MetricValueScope {
    /** The whole device: exporters repeat it for each of its instances, so it is never summed over them. */
    BOARD,
    /**
     * A device, or an instance of one where it is divided: amounts may be summed over instances, shares must be weighted
     * with the part of the device that each instance is.
     */
    INSTANCE,
    /** All devices of a node together. */
    NODE
}
