package tessera.gpu;

import java.util.List;

/** The status of a claim on devices. In the order in which they want attention. */
public enum ResourceClaimStatus {
    /** It has no devices yet. */
    PENDING("Pending"),
    /** It keeps devices from others, and no pod uses it. */
    LEAKED("Leaked"),
    /** Two claims have one device that they may not share. */
    CONFLICT("Conflict"),
    /** It has devices that no slice names any more. */
    UNPUBLISHED("Unpublished"),
    /** It is being deleted, and its driver has not let go of the devices. */
    DELETING("Deleting"),
    /** Several pods use it. */
    SHARED("Shared"),
    ALLOCATED("Allocated"),
    /** It only looks on: its devices stay free for others. */
    ADMIN("Admin");

    private final String title;

    ResourceClaimStatus(String title) {
        this.title = title;
    }

    public String title() {
        return title;
    }

    /** Returns whether it holds devices in a way that needs attention. */
    public boolean isProblem() {
        return switch (this) {
            case LEAKED, CONFLICT, UNPUBLISHED, DELETING -> true;
            case PENDING, SHARED, ALLOCATED, ADMIN -> false;
        };
    }

    /** Returns its rank, 0 for the most urgent. */
    public long urgency() {
        return List.of(values()).indexOf(this);
    }
}
