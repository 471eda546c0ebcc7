package tessera.scheduling;

/** The duration of a filter failure. Ordered by how hard it is to be rid of. */
public enum NodeFilterFailureEndCondition {
    /** Until other pods end or move. */
    OTHERS,
    /** Until somebody opens the node, or the pod puts up with it. */
    CLOSED,
    /** Until somebody cuts the GPUs of the node into another MIG layout. */
    LAYOUT,
    /** As long as the node and the pod are what they are. */
    LASTING
}
