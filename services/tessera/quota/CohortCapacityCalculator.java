package tessera.quota;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import tessera.kube.quantity.QuantityParser;
import tessera.kube.quantity.ResourceAmounts;
import tessera.kube.quota.QuotaHeadroomCalculator;
import tessera.text.MessageCatalog;

/**
 * Computes the amount that queues can still admit, by Kueue's arithmetic: nominal quota beyond the lending limit is shared through the cohort and its parents. One thread at a
 * time.
 */
final class CohortCapacityCalculator {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(CohortCapacityCalculator.class);

    private final Map<String, KueueCohort> cohorts;
    private final Map<String, List<KueueCohort>> below;
    private final Map<CohortFlavorResource, List<ClusterQueueQuota>> queues;
    private final Map<CohortFlavorResource, CohortTotals> totalsByKey = new HashMap<>();

    /** A flavor of a resource in a cohort. */
    private record CohortFlavorResource(String cohort, KueueCohort.FlavorResourceKey key) {}

    /** Signals that the amounts of a queue or a cohort are not known. */
    private static final class UnknownAmountException extends Exception {
        @java.io.Serial
        private static final long serialVersionUID = 1;

        private final String text;

        UnknownAmountException(String text) {
            super(text);
            this.text = text;
        }
    }

    /**
     * The totals of a cohort and everything below it.
     *
     * @param total  its own and what is given to it
     * @param used of that
     * @param reserved of all of it what those above do not have
     */
    private record CohortTotals(long total, long used, long reserved) {

        static final CohortTotals NOTHING = new CohortTotals(0, 0, 0);

        /** Returns the totals with one more child. */
        CohortTotals plusChild(long given, long taken) {
            return new CohortTotals(ResourceAmounts.saturatedSum(total, given),
                    ResourceAmounts.saturatedSum(used, taken), reserved);
        }

        long lendable() {
            return total - reserved;
        }

        long usedShared() {
            return QuotaHeadroomCalculator.remaining(used, reserved);
        }

        /** Returns the unused reserve, and what the parent has available within the borrowing limit. */
        long remaining(long above, OptionalLong most) {
            long beyond = most.isEmpty() ? above
                    : Math.min(above, ResourceAmounts.saturatedSum(lendable() - usedShared(), most.getAsLong()));
            return ResourceAmounts.saturatedSum(QuotaHeadroomCalculator.remaining(reserved, used), beyond);
        }
    }

    /**
     * Of all queues and cohorts of a cluster.
     *
     * @param cohorts those that say something of themselves, by name
     */
    CohortCapacityCalculator(List<ClusterQueueQuota> queues, Map<String, KueueCohort> cohorts) {
        this.cohorts = Map.copyOf(cohorts);
        below = cohorts.values().stream().collect(Collectors.groupingBy(KueueCohort::parentName));
        this.queues = queues.stream().collect(Collectors.groupingBy(
                share -> new CohortFlavorResource(share.cohort(), KueueCohort.FlavorResourceKey.of(share))));
    }

    /** Returns a copy of the queue's share with the amount it can admit now, or the reason why that is not known. */
    ClusterQueueQuota withAdmissible(ClusterQueueQuota share) {
        if (share.usedUnits().isEmpty()) {
            return share;
        }
        try {
            var own = ownSums(share);
            long now = share.cohort().isEmpty() ? own.total() - own.used()
                    : own.remaining(
                            available(
                                    new CohortFlavorResource(share.cohort(), KueueCohort.FlavorResourceKey.of(share))),
                            parseUnits(share.borrowingLimit(), share.queue()));
            return share.withAdmissible(Math.max(0, now));
        } catch (UnknownAmountException exception) {
            return share.withUnknownReason(exception.text);
        }
    }

    private static CohortTotals ownSums(ClusterQueueQuota share) throws UnknownAmountException {
        long nominal = parseUnits(Optional.of(share.nominal()), share.queue()).orElse(0);
        long used = share.usedUnits()
                .orElseThrow(() -> new UnknownAmountException(MESSAGES.text("cohort.usage", share.queue())));
        return withReserve(new CohortTotals(nominal, used, 0), share.cohort(),
                parseUnits(share.lendingLimit(), share.queue()));
    }

    /** Returns the sums with the part reserved by the lending limit. */
    private static CohortTotals withReserve(CohortTotals all, String above, OptionalLong lends) {
        if (above.isEmpty() || lends.isEmpty()) {
            return all;
        }
        return new CohortTotals(all.total(), all.used(),
                QuotaHeadroomCalculator.remaining(all.total(), lends.getAsLong()));
    }

    private static OptionalLong parseUnits(Optional<String> written, String owner) throws UnknownAmountException {
        var amount = written.map(QuantityParser::parseUnits).orElse(OptionalLong.empty());
        if (amount.isEmpty() && written.isPresent()) {
            throw new UnknownAmountException(MESSAGES.text("cohort.fractional", written.get(), owner));
        }
        return amount;
    }

    /** Returns the amount that a cohort can give to its children; negative where use exceeds quota. */
    private long available(CohortFlavorResource flavorResource) throws UnknownAmountException {
        var passed = new HashSet<String>();
        for (var name = flavorResource.cohort(); !name.isEmpty(); name = findCohort(name).parentName()) {
            if (!passed.add(name)) {
                throw new UnknownAmountException(MESSAGES.text("cohort.cycle", name));
            }
        }
        return availableIn(findCohort(flavorResource.cohort()), flavorResource.key());
    }

    private long availableIn(KueueCohort cohort, KueueCohort.FlavorResourceKey key) throws UnknownAmountException {
        var totals = cohortSums(cohort, key);
        if (cohort.parentName().isEmpty()) {
            return totals.total() - totals.used();
        }
        return totals.remaining(availableIn(findCohort(cohort.parentName()), key),
                parseUnits(cohort.amountsOf(key).borrowingLimit(), cohort.name()));
    }

    private CohortTotals cohortSums(KueueCohort cohort, KueueCohort.FlavorResourceKey key)
            throws UnknownAmountException {
        var flavorResource = new CohortFlavorResource(cohort.name(), key);
        var before = totalsByKey.get(flavorResource);
        if (before != null) {
            return before;
        }
        var amounts = cohort.amountsOf(key);
        var totals = CohortTotals.NOTHING.plusChild(parseUnits(amounts.nominal(), cohort.name()).orElse(0), 0);
        for (var each : below.getOrDefault(cohort.name(), List.of())) {
            var part = cohortSums(each, key);
            totals = totals.plusChild(part.lendable(), part.usedShared());
        }
        for (var share : queues.getOrDefault(flavorResource, List.of())) {
            var part = ownSums(share);
            totals = totals.plusChild(part.lendable(), part.usedShared());
        }
        totals = withReserve(totals, cohort.parentName(), parseUnits(amounts.lendingLimit(), cohort.name()));
        totalsByKey.put(flavorResource, totals);
        return totals;
    }

    /** Returns a cohort; one that is only referenced by name has no quota of its own. */
    private KueueCohort findCohort(String name) {
        return cohorts.getOrDefault(name, new KueueCohort(name, "", Map.of()));
    }
}
