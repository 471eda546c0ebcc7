package tessera.demo.fleet.plan;

/** How a pod of the fleet is. */
public enum PodState {

    RUNNING("Running"),
    /** Runs again after it was killed for want of memory. */
    OOM_RESTARTED("Running"),
    CRASHING("Running"),
    /** Its image cannot be had. */
    PULLING("Pending"),
    /** Its init container waits for another pod of the node. */
    BLOCKED("Pending"),
    COMPLETED("Succeeded"),
    FAILED("Failed"),
    OOM_KILLED("Failed"),
    /** The kubelet would not have it. */
    REFUSED("Failed"),
    /** Deleted, and still ending. */
    LEAVING("Running"),
    /** Deleted, but its node no longer answers. */
    STRANDED("Running"),
    /** On a lost node, but not to be deleted. */
    LOST("Running"),
    /** No node takes it. */
    WAITING("Pending"),
    GATED("Pending");

    private final String phase;

    PodState(String phase) {
        this.phase = phase;
    }

    public String phase() {
        return phase;
    }

    public boolean ready() {
        return this == RUNNING || this == OOM_RESTARTED || this == LEAVING;
    }

    /** Whether it has ended for good. */
    public boolean over() {
        return this == COMPLETED || failed();
    }

    public boolean failed() {
        return this == FAILED || this == OOM_KILLED || this == REFUSED;
    }

    public boolean deleted() {
        return this == LEAVING || this == STRANDED;
    }

    public boolean bound() {
        return this != WAITING && this != GATED;
    }
}
