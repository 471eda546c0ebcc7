package tessera.metrics.catalog;

/** The role of a label of a series: an attribute of the device or of its user. */
public enum SeriesLabelRole {
    /** A name of the device that is unique in the world, or at least on its node. */
    UUID,
    /** Its number on the node. */
    INDEX,
    MODEL,
    /** The node, or where none is named the address that was scraped. */
    HOST,
    /** The pod that was scraped, as a Prometheus adds it; where the exporter names no host. */
    SCRAPED_POD,
    SCRAPED_NAMESPACE,
    PCI,
    SERIAL,
    /** The instance or partition of a divided device. */
    INSTANCE,
    /** What kind of instance it is. */
    PROFILE,
    /** How the memory of a partitioned device is divided. */
    MEMORY_DIVISION,
    /** The link between devices. */
    LINK,
    POD,
    NAMESPACE,
    CONTAINER,
    /** The ResourceClaim by which the device was given. */
    CLAIM,
    CLAIM_NAMESPACE
}
