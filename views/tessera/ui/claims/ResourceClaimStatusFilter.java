package tessera.ui.claims;

import tessera.gpu.ResourceClaimStatus;
import tessera.text.MessageCatalog;

/** The segments of the claims list, by status. */
enum ResourceClaimStatusFilter {
    ALL("segment.all"),
    PENDING("segment.pending"),
    PROBLEMS("segment.problems"),
    SHARED("segment.shared"),
    ADMIN("segment.admin");

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ResourceClaimStatusFilter.class);

    private final String title;

    ResourceClaimStatusFilter(String title) {
        this.title = title;
    }

    String title() {
        return MESSAGES.text(title);
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
