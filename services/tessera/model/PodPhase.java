package tessera.model;

/** The phase of a pod according to its status. */
public enum PodPhase {
    PENDING,
    RUNNING,
    SUCCEEDED,
    FAILED,
    UNKNOWN;

    /** Returns whether its containers have stopped for good and its resources are free again. */
    public boolean isTerminal() {
        return this == SUCCEEDED || this == FAILED;
    }
}
