package tessera.quota;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tessera.model.Quantity;

/**
 * What queues of cohorts without quota of their own can still let in, by the arithmetic of Kueue: what a queue keeps for
 * itself (its own less its lending limit) nobody else has, and all that is beyond is one pool.
 *
 * @param all the queues of the cluster
 */
record CohortRoom(List<QueueShare> all) {

    /** The same queue with what it can let in now, where the amounts of its whole cohort are known. */
    QueueShare of(QueueShare share) {
        var own = Amounts.of(share);
        if (own.isEmpty()) {
            return share;
        }
        if (share.cohort().isEmpty()) {
            return share.having(Math.max(0, own.get().nominal - own.get().used));
        }
        long pool = 0;
        for (var each : all.stream().filter(share::shares).toList()) {
            var amounts = Amounts.of(each);
            if (amounts.isEmpty()) {
                return share;
            }
            pool += amounts.get().given() - amounts.get().taken();
        }
        long beyond = own.get().most.isEmpty() ? pool
                : Math.min(pool, own.get().given() - own.get().taken() + own.get().most.getAsLong());
        return share.having(Math.max(0, Math.max(0, own.get().kept - own.get().used) + beyond));
    }

    /**
     * Of one queue.
     *
     * @param kept of its own what nobody else may have
     */
    private record Amounts(long nominal, long used, long kept, OptionalLong most) {

        static Optional<Amounts> of(QueueShare share) {
            var nominal = Quantity.units(share.nominal());
            var used = share.taken();
            var lends = units(share.lends());
            var most = units(share.most());
            boolean known = nominal.isPresent() && used.isPresent() && lends.isPresent() == share.lends().isPresent()
                    && most.isPresent() == share.most().isPresent();
            return known
                    ? Optional.of(new Amounts(nominal.getAsLong(), used.getAsLong(),
                            lends.isPresent() ? Math.max(0, nominal.getAsLong() - lends.getAsLong()) : 0, most))
                    : Optional.empty();
        }

        private static OptionalLong units(Optional<String> amount) {
            return amount.map(Quantity::units).orElse(OptionalLong.empty());
        }

        /** To the pool. */
        long given() {
            return nominal - kept;
        }

        /** Of the pool. */
        long taken() {
            return Math.max(0, used - kept);
        }
    }
}
