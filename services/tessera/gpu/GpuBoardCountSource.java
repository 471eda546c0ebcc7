package tessera.gpu;

/**
 * A source for the number of boards (physical GPUs) of a node. The first of these that says anything is believed; what a node
 * advertises comes last, because shares and partitions are advertised by the names of whole GPUs.
 */
public enum GpuBoardCountSource {
    /** The node's exporter lists each board by its UUID. */
    EXPORTER,
    /** A driver for dynamic resource allocation publishes each board. */
    RESOURCE_SLICES,
    /** A label of the vendor's feature discovery or labeller. */
    COUNT_LABEL,
    /** A label that a cloud, or Karpenter, puts on a node of the size that it ordered. */
    CLOUD_LABEL,
    /** The list of cards that HAMi or Volcano keeps in an annotation of the node. */
    REGISTER,
    /** The instance type, as its cloud describes it. */
    INSTANCE_TYPE,
    /** Nothing but the amounts that device plugins advertise. */
    ADVERTISED
}
