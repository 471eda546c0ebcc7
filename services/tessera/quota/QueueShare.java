package tessera.quota;

import java.util.Optional;
import java.util.OptionalLong;
import tessera.model.Quantity;

/**
 * How much of one resource a ClusterQueue of Kueue lets in. Amounts are as written.
 *
 * @param cohort   with whom it lends and borrows; empty for nobody
 * @param flavor   which kind of nodes it is about
 * @param nominal  what is its own
 * @param most     how much it may borrow beyond; empty for as much as its cohort has
 * @param used     what admitted work uses; empty where the queue does not say
 * @param borrowed how much of that is borrowed; empty where the queue does not say
 * @param pending  how many workloads wait; negative where the queue does not say
 */
public record QueueShare(String queue, String cohort, String flavor, String resource, String nominal,
        Optional<String> most, Optional<String> used, Optional<String> borrowed, long pending) {

    /** Whole units; empty where that is not known. */
    public OptionalLong taken() {
        return used.isEmpty() ? OptionalLong.empty() : Quantity.units(used.get());
    }

    /** What is left of what is its own: never negative; empty where that is not known. */
    public OptionalLong left() {
        var own = Quantity.units(nominal);
        return own.isPresent() && taken().isPresent()
                ? OptionalLong.of(Math.max(0, own.getAsLong() - taken().getAsLong()))
                : OptionalLong.empty();
    }
}
