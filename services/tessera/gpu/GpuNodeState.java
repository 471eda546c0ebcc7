package tessera.gpu;

/** The most important state of a node for an operator. Ordered by urgency. */
public enum GpuNodeState {
    /** The kubelet stopped reporting. */
    UNREACHABLE,
    /** The kubelet reports that it is not ready. */
    NOT_READY,
    /** A planned change takes GPUs away for a while. */
    CHANGING,
    /** The machine has GPUs and advertises none. */
    NOT_OFFERED,
    /** At least one device is withheld from the scheduler. */
    UNHEALTHY,
    /** A critical sign speaks against the node, or against some of its GPUs. */
    FAULTY,
    /** The machine has GPUs and advertises none as a resource; whether ResourceSlices publish them may not be read. */
    OFFER_UNKNOWN,
    /** Closed to new pods, by a cordon or by a controller that takes it down. */
    CORDONED,
    /** An administrator keeps new claims from a device of it, and nothing else is wrong. */
    MAINTENANCE,
    /** Nothing is known to be wrong. */
    READY
}
