package tessera.ui.claims;

import java.time.Instant;
import tessera.ui.kit.Sort;

/**
 * What is asked of the screen of claims.
 *
 * @param namespace the only one that is wanted; empty for all
 */
record ClaimsQuery(String filter, Sort sort, ClaimSegment segment, String namespace, Instant now) {}
