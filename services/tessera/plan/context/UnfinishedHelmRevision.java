package tessera.plan.context;

import java.time.Instant;
import java.util.Optional;
import tessera.model.ObjectRef;

/**
 * A revision that Helm began and did not finish, which blocks further operations.
 *
 * @param status  Helm's word, e.g. {@code pending-upgrade}
 * @param secret  in which Helm has noted it
 * @param uid     of that
 * @param version of that; another one means that whoever is at it has gone on
 * @param startedAt   when it was noted; empty where that is not known
 * @param writer  what the program called itself that noted it; empty where that is not known
 */
public record UnfinishedHelmRevision(int number, String status, ObjectRef secret, String uid, String version,
        Optional<Instant> startedAt, String writer) {}
