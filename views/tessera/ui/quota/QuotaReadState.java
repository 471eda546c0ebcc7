package tessera.ui.quota;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.quota.QuotaOverview;

/** Knowledge of the bounds of a cluster's namespaces: unread, known, or unreadable. */
sealed interface QuotaReadState {

    /** No answer has arrived yet. */
    record UnreadQuotas() implements QuotaReadState {}

    /**
     * The bounds are known.
     *
     * @param at       when that was read
     * @param outdated why it could not be read again; empty where it could
     */
    record KnownQuotas(QuotaOverview quotas, Instant at,
            Optional<QuotaReadStaleness> outdated) implements QuotaReadState {}

    /** The bounds could not be read. */
    record UnreadableQuotas(Problem problem) implements QuotaReadState {}

    /**
     * Age of outdated bounds, and the problem with refreshing them.
     *
     * @param age how long ago it was read
     */
    record QuotaReadStaleness(Duration age, Problem problem) {}

    /** Returns the sources with a problem; known bounds stay unless reading them is no longer permitted. */
    default QuotaReadState withProblem(Problem problem, Instant now) {
        if (this instanceof KnownQuotas(var quotas, var at, _) && problem.kind() != OperationProblemKind.FORBIDDEN) {
            return new KnownQuotas(quotas, at, Optional.of(new QuotaReadStaleness(Duration.between(at, now), problem)));
        }
        return new UnreadableQuotas(problem);
    }
}
