package tessera.ui.claims;

import java.util.Set;
import tessera.insight.ClaimStatus;

/** Which claims are listed. */
enum ClaimSegment {
    ALL("All", Set.of(ClaimStatus.values())),
    PENDING("Pending", Set.of(ClaimStatus.PENDING)),
    LEAKED("Leaked", Set.of(ClaimStatus.LEAKED, ClaimStatus.CONFLICT, ClaimStatus.UNPUBLISHED, ClaimStatus.DELETING)),
    SHARED("Shared", Set.of(ClaimStatus.SHARED)),
    ADMIN("Admin", Set.of(ClaimStatus.ADMIN));

    private final String title;
    private final Set<ClaimStatus> statuses;

    ClaimSegment(String title, Set<ClaimStatus> statuses) {
        this.title = title;
        this.statuses = statuses;
    }

    String title() {
        return title;
    }

    boolean lists(ClaimRow row) {
        return statuses.contains(row.line().status());
    }
}
