package tessera.ui.claims;

import tessera.insight.ClaimStatus;

/** The segments of the claims list, by status. */
enum ClaimSegment {
    ALL("All"),
    PENDING("Pending"),
    PROBLEMS("Problems"),
    SHARED("Shared"),
    ADMIN("Admin");

    private final String title;

    ClaimSegment(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    boolean includes(ClaimRow row) {
        return this == ALL || this == segmentOf(row.line().status());
    }

    private static ClaimSegment segmentOf(ClaimStatus status) {
        return switch (status) {
            case PENDING -> PENDING;
            case LEAKED, CONFLICT, UNPUBLISHED, DELETING -> PROBLEMS;
            case SHARED -> SHARED;
            case ADMIN -> ADMIN;
            case ALLOCATED -> ALL;
        };
    }
}
