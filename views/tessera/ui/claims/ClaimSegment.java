package tessera.ui.claims;

import tessera.insight.ClaimStatus;

/** Which claims are listed. */
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

    boolean lists(ClaimRow row) {
        return this == ALL || this == of(row.line().status());
    }

    private static ClaimSegment of(ClaimStatus status) {
        return switch (status) {
            case PENDING -> PENDING;
            case LEAKED, CONFLICT, UNPUBLISHED, DELETING -> PROBLEMS;
            case SHARED -> SHARED;
            case ADMIN -> ADMIN;
            case ALLOCATED -> ALL;
        };
    }
}
