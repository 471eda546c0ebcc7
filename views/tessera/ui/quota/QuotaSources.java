package tessera.ui.quota;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.quota.QuotaOverview;

/** What is known of what bounds a cluster's namespaces. */
sealed interface QuotaSources {

    /** Nobody has answered yet. */
    record QuotasUnread() implements QuotaSources {}

    /**
     * So they are bound.
     *
     * @param at       when that was read
     * @param outdated why it could not be read again; empty where it could
     */
    record QuotasKnown(QuotaOverview quotas, Instant at, Optional<QuotasOutdated> outdated) implements QuotaSources {}

    /** It could not be read. */
    record QuotasUnreadable(Problem why) implements QuotaSources {}

    /**
     * Why what is known is not what is now.
     *
     * @param age how long ago it was read
     */
    record QuotasOutdated(Duration age, Problem why) {}

    /** What was known stays, unless it may not be known any more. */
    default QuotaSources without(Problem why, Instant now) {
        return this instanceof QuotasKnown(var quotas, var at, _) && why.kind() != ProblemKind.FORBIDDEN
                ? new QuotasKnown(quotas, at, Optional.of(new QuotasOutdated(Duration.between(at, now), why)))
                : new QuotasUnreadable(why);
    }
}
