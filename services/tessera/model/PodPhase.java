package tessera.model;

/** Where a pod is in its life, as its status says. */
public enum PodPhase {
    PENDING,
    RUNNING,
    SUCCEEDED,
    FAILED,
    UNKNOWN;

    /** Whether its containers have stopped for good and its resources are free again. */
    public boolean terminal() {
        return this == SUCCEEDED || this == FAILED;
    }
}
