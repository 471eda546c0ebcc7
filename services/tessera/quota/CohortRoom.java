package tessera.quota;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import tessera.model.Quantity;

/**
 * What queues can still let in, by the arithmetic of Kueue: what a queue or a cohort keeps for itself (its own less its lending
 * limit) nobody else has, and all that is beyond goes to the cohort above, which may have more of its own. One thread at a
 * time.
 */
final class CohortRoom {

    private final Map<String, KueueCohort> cohorts;
    private final Map<String, List<KueueCohort>> below;
    private final Map<CohortSlot, List<QueueShare>> queues;
    private final Map<CohortSlot, CohortSums> known = new HashMap<>();

    /** One flavor of one resource in a cohort. */
    private record CohortSlot(String cohort, KueueCohort.CohortKey key) {}

    /** That the amounts of a queue or a cohort are not known. */
    private static final class UnknownAmount extends Exception {
        @java.io.Serial
        private static final long serialVersionUID = 1;

        private final String words;

        UnknownAmount(String words) {
            super(words);
            this.words = words;
        }
    }

    /**
     * What a cohort and all below it have.
     *
     * @param all  its own and what is given to it
     * @param used of that
     * @param kept of all of it what those above do not have
     */
    private record CohortSums(long all, long used, long kept) {

        static final CohortSums NOTHING = new CohortSums(0, 0, 0);

        /** With one more below. */
        CohortSums and(long given, long taken) {
            return new CohortSums(all + given, used + taken, kept);
        }

        long given() {
            return all - kept;
        }

        long taken() {
            return Math.max(0, used - kept);
        }

        /** What is left of what is kept, and of what those above have, as far as they may be asked for it. */
        long left(long above, OptionalLong most) {
            long beyond = most.isEmpty() ? above : Math.min(above, given() - taken() + most.getAsLong());
            return Math.max(0, kept - used) + beyond;
        }
    }

    /**
     * Of all queues and cohorts of a cluster.
     *
     * @param cohorts those that say something of themselves, by name
     */
    CohortRoom(List<QueueShare> queues, Map<String, KueueCohort> cohorts) {
        this.cohorts = Map.copyOf(cohorts);
        below = cohorts.values().stream().collect(Collectors.groupingBy(KueueCohort::parent));
        this.queues = queues.stream()
                .collect(Collectors
                        .groupingBy(share -> new CohortSlot(share.cohort(), KueueCohort.CohortKey.of(share))));
    }

    /** The same queue with what it can let in now, or why that is not known. */
    QueueShare of(QueueShare share) {
        if (share.taken().isEmpty()) {
            return share;
        }
        try {
            var own = own(share);
            long now = share.cohort().isEmpty() ? own.all() - own.used()
                    : own.left(left(new CohortSlot(share.cohort(), KueueCohort.CohortKey.of(share))),
                            amount(share.most(), share.queue()));
            return share.having(Math.max(0, now));
        } catch (UnknownAmount why) {
            return share.lacking(why.words);
        }
    }

    private static CohortSums own(QueueShare share) throws UnknownAmount {
        long nominal = amount(Optional.of(share.nominal()), share.queue()).orElse(0);
        long used = share.taken().orElseThrow(
                () -> new UnknownAmount("queue %s does not say what it uses".formatted(share.queue())));
        return sums(new CohortSums(nominal, used, 0), share.cohort(), amount(share.lends(), share.queue()));
    }

    /** With what is kept. */
    private static CohortSums sums(CohortSums all, String above, OptionalLong lends) {
        return above.isEmpty() || lends.isEmpty() ? all
                : new CohortSums(all.all(), all.used(), Math.max(0, all.all() - lends.getAsLong()));
    }

    private static OptionalLong amount(Optional<String> written, String owner) throws UnknownAmount {
        var amount = written.map(Quantity::units).orElse(OptionalLong.empty());
        if (amount.isEmpty() && written.isPresent()) {
            throw new UnknownAmount("%s is no whole number in %s".formatted(written.get(), owner));
        }
        return amount;
    }

    /** What a cohort can give to those below it now; less than nothing where more is used than there is. */
    private long left(CohortSlot place) throws UnknownAmount {
        var passed = new HashSet<String>();
        for (var name = place.cohort(); !name.isEmpty(); name = cohort(name).parent()) {
            if (!passed.add(name)) {
                throw new UnknownAmount("cohort %s is above itself".formatted(name));
            }
        }
        return left(cohort(place.cohort()), place.key());
    }

    private long left(KueueCohort cohort, KueueCohort.CohortKey key) throws UnknownAmount {
        var sums = sums(cohort, key);
        return cohort.parent().isEmpty() ? sums.all() - sums.used()
                : sums.left(left(cohort(cohort.parent()), key),
                        amount(cohort.amounts(key).most(), cohort.name()));
    }

    private CohortSums sums(KueueCohort cohort, KueueCohort.CohortKey key) throws UnknownAmount {
        var place = new CohortSlot(cohort.name(), key);
        var before = known.get(place);
        if (before != null) {
            return before;
        }
        var own = cohort.amounts(key);
        var sums = CohortSums.NOTHING.and(amount(own.nominal(), cohort.name()).orElse(0), 0);
        for (var each : below.getOrDefault(cohort.name(), List.of())) {
            var part = sums(each, key);
            sums = sums.and(part.given(), part.taken());
        }
        for (var share : queues.getOrDefault(place, List.of())) {
            var part = own(share);
            sums = sums.and(part.given(), part.taken());
        }
        sums = sums(sums, cohort.parent(), amount(own.lends(), cohort.name()));
        known.put(place, sums);
        return sums;
    }

    /** One that is only named has nothing of its own. */
    private KueueCohort cohort(String name) {
        return cohorts.getOrDefault(name, new KueueCohort(name, "", Map.of()));
    }
}
