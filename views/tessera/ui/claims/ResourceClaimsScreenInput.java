package tessera.ui.claims;

import java.time.Instant;
import tessera.ui.kit.TableSort;

/**
 * The query of the claims screen.
 *
 * @param selectedClaim    the claim of which more is told, with its namespace; empty for none
 * @param namespace the only one that is wanted; empty for all
 */
record ResourceClaimsScreenInput(String filter, TableSort sort, ResourceClaimStatusFilter segment, String namespace,
        String selectedClaim, Instant now) {}
