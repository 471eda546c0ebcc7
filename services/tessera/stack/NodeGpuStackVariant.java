package tessera.stack;

/** The set of workloads that makes the GPUs of a node usable. */
public enum NodeGpuStackVariant {
    /** The GPU operator's operands for containers. */
    CONTAINERS,
    /** The GPU operator's operands on nodes whose GPUs are passed through to virtual machines. */
    PASSTHROUGH,
    /** The GPU operator's operands on nodes whose GPUs virtual machines share. */
    VGPU,
    /** A driver for dynamic resource allocation, of the operator or installed by itself. */
    CLAIMS,
    /** Anything else that runs: a device plugin of a cloud, of a chart, of HAMi or of another maker. */
    OTHERS
}
