package tessera.ui.claims;

import tessera.gpu.ResourceClaimStatus;

/** The segments of the claims list, by status. */
enum ResourceClaimStatusFilter {
    ALL("All"),
    PENDING("Pending"),
    PROBLEMS("Problems"),
    SHARED("Shared"),
    ADMIN("Admin");

    private final String title;

    ResourceClaimStatusFilter(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    boolean includes(ResourceClaimRow row) {
        return this == ALL || this == segmentOf(row.claimSummary().status());
    }

    private static ResourceClaimStatusFilter segmentOf(ResourceClaimStatus status) {
        return switch (status) {
            case PENDING -> PENDING;
            case LEAKED, CONFLICT, UNPUBLISHED, DELETING -> PROBLEMS;
            case SHARED -> SHARED;
            case ADMIN -> ADMIN;
            case ALLOCATED -> ALL;
        };
    }
}
