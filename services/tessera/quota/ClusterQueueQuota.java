package tessera.quota;

import java.util.Optional;
import java.util.OptionalLong;
import tessera.kube.quantity.QuantityParser;
import tessera.kube.quantity.ResourceAmounts;
import tessera.kube.quota.QuotaHeadroomCalculator;

/**
 * The quota of a Kueue ClusterQueue for one resource in one flavor, with its use and borrowing limits. Amounts are as written.
 *
 * @param cohort   with whom it lends and borrows; empty for nobody
 * @param flavor   which kind of nodes it is about
 * @param nominal  what is its own
 * @param borrowingLimit     how much it may borrow beyond; empty for as much as its cohort has
 * @param lendingLimit    how much of its own others may have at most; empty for all
 * @param reclaimsInCohort whether it may take back what it lent, by ending work of others
 * @param preemptsInQueue whether it may end work of its own that matters less
 * @param unknownReason      why it is not known what it can still let in; empty where it is
 * @param used     what work has, started or not; empty where the queue does not say
 * @param borrowed how much of that is borrowed; empty where the queue does not say
 * @param admissible      what it can still let in, its own and borrowed; empty where that is not known
 * @param flavorNodes    to which nodes the flavor leads; empty where it may not be read, or is not there
 * @param pending  how many workloads wait; negative where the queue does not say
 * @param closedReason   why it lets nothing in whatever is left; empty where it lets in
 */
public record ClusterQueueQuota(String queue, String cohort, String flavor, String resource, String nominal,
        Optional<String> borrowingLimit, Optional<String> lendingLimit, boolean reclaimsInCohort,
        boolean preemptsInQueue, String unknownReason, Optional<String> used, Optional<String> borrowed,
        OptionalLong admissible, Optional<KueueResourceFlavor> flavorNodes, long pending,
        Optional<String> closedReason) {

    /** Returns the used amount in whole units; empty where it is not known. */
    public OptionalLong usedUnits() {
        if (used.isEmpty()) {
            return OptionalLong.empty();
        }
        return QuantityParser.parseUnits(used.get());
    }

    /** Returns the unused nominal quota that is not lent to others; empty where it is not known. */
    public OptionalLong remaining() {
        var own = unusedNominal();
        return own.isPresent() ? OptionalLong.of(own.getAsLong() - lentUnits().orElse(0)) : own;
    }

    /** Returns the amount of the nominal quota that others of the cohort use now; empty where it is not known. */
    public OptionalLong lentUnits() {
        var own = unusedNominal();
        if (own.isEmpty() || admissible.isEmpty() || cohort.isEmpty()) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(QuotaHeadroomCalculator.remaining(own.getAsLong(), admissible.getAsLong()));
    }

    /** Returns the nominal quota less the used amount, never negative; empty where it is not known. */
    OptionalLong unusedNominal() {
        return QuotaHeadroomCalculator.remaining(QuantityParser.parseUnits(nominal), usedUnits());
    }

    /** Returns the most that the borrowing limit still permits, whatever the cohort has; empty without such a limit. */
    OptionalLong borrowingHeadroom() {
        var own = QuantityParser.parseUnits(nominal);
        var limit = borrowingLimit.map(QuantityParser::parseUnits).orElse(OptionalLong.empty());
        if (own.isPresent() && limit.isPresent()) {
            return QuotaHeadroomCalculator.remaining(
                    OptionalLong.of(ResourceAmounts.saturatedSum(own.getAsLong(), limit.getAsLong())), usedUnits());
        }
        return OptionalLong.empty();
    }

    /** Returns what can be borrowed from the cohort; empty without a cohort. */
    Optional<QuotaRowNote> findBorrowing() {
        if (cohort.isEmpty()) {
            return Optional.empty();
        }
        var own = remaining();
        if (borrowingLimit.flatMap(limit -> QuantityParser.parseUnits(limit).stream().boxed().findFirst())
                .filter(limit -> limit == 0).isPresent()) {
            return Optional.of(new QuotaRowNote.BorrowingForbidden(cohort));
        }
        if (admissible.isEmpty() || own.isEmpty()) {
            return Optional
                    .of(new QuotaRowNote.BorrowingAmountUnknown(borrowingLimit.orElse(""), cohort, unknownReason));
        }
        long more = admissible.getAsLong() - own.getAsLong();
        return Optional.of(
                more > 0 ? new QuotaRowNote.BorrowingPossible(more, cohort) : new QuotaRowNote.NothingToBorrow(cohort));
    }

    /** Returns a copy with the amount that the queue can still admit. */
    ClusterQueueQuota withAdmissible(long amount) {
        return new ClusterQueueQuota(queue, cohort, flavor, resource, nominal, borrowingLimit, lendingLimit,
                reclaimsInCohort, preemptsInQueue, "", used, borrowed, OptionalLong.of(amount), flavorNodes, pending,
                closedReason);
    }

    /** Returns a copy with the reason why the admissible amount is not known. */
    ClusterQueueQuota withUnknownReason(String reason) {
        return new ClusterQueueQuota(queue, cohort, flavor, resource, nominal, borrowingLimit, lendingLimit,
                reclaimsInCohort, preemptsInQueue, reason, used, borrowed, admissible, flavorNodes, pending,
                closedReason);
    }

    /** Returns whether the amount could be admitted by preempting workloads of lower priority in the same queue. */
    boolean canPreemptFor(long wanted) {
        return preemptsInQueue
                && wanted <= ResourceAmounts.saturatedSum(usedUnits().orElse(wanted), admissible.orElse(0));
    }
}
