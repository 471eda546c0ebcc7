package tessera.gpu.health;

/** The degree to which a GPU is lost to a node; each stage accounts for those after it. */
public enum GpuLossStage {
    /** A GPU, or what hands it out, has failed. */
    FAILED,
    /** The driver shows fewer GPUs than the machine has. */
    MISSING,
    /** The node offers fewer GPUs than it has. */
    WITHHELD,
    /** No GPU is said to be lost. */
    NONE
}
