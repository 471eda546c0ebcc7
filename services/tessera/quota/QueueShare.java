package tessera.quota;

import java.util.Optional;
import java.util.OptionalLong;
import tessera.model.Quantity;
import tessera.model.ResourceAmounts;

/**
 * How much of one resource a ClusterQueue of Kueue lets in. Amounts are as written.
 *
 * @param cohort   with whom it lends and borrows; empty for nobody
 * @param flavor   which kind of nodes it is about
 * @param nominal  what is its own
 * @param most     how much it may borrow beyond; empty for as much as its cohort has
 * @param lends    how much of its own others may have at most; empty for all
 * @param reclaims whether it may take back what it lent, by ending work of others
 * @param displaces whether it may end work of its own that matters less
 * @param gap      why it is not known what it can still let in; empty where it is
 * @param used     what admitted work uses; empty where the queue does not say
 * @param borrowed how much of that is borrowed; empty where the queue does not say
 * @param now      what it can still let in, its own and borrowed; empty where that is not known
 * @param nodes    to which nodes the flavor leads; empty where it may not be read, or is not there
 * @param pending  how many workloads wait; negative where the queue does not say
 * @param closed   why it lets nothing in whatever is left; empty where it lets in
 */
public record QueueShare(String queue, String cohort, String flavor, String resource, String nominal,
        Optional<String> most, Optional<String> lends, boolean reclaims, boolean displaces, String gap,
        Optional<String> used, Optional<String> borrowed, OptionalLong now, Optional<KueueFlavor> nodes, long pending,
        Optional<String> closed) {

    /** Whole units; empty where that is not known. */
    public OptionalLong taken() {
        return used.isEmpty() ? OptionalLong.empty() : Quantity.units(used.get());
    }

    /** What is left of what is its own and not lent to others: never negative; empty where that is not known. */
    public OptionalLong left() {
        var own = unused();
        return own.isPresent() ? OptionalLong.of(own.getAsLong() - lent().orElse(0)) : own;
    }

    /** How much of its own others of its cohort have at present; empty where that is not known. */
    public OptionalLong lent() {
        var own = unused();
        return own.isEmpty() || now.isEmpty() || cohort.isEmpty() ? OptionalLong.empty()
                : OptionalLong.of(Math.max(0, own.getAsLong() - now.getAsLong()));
    }

    /** What it does not use of what is its own; empty where that is not known. */
    OptionalLong unused() {
        var own = Quantity.units(nominal);
        return own.isPresent() && taken().isPresent()
                ? OptionalLong.of(Math.max(0, own.getAsLong() - taken().getAsLong()))
                : OptionalLong.empty();
    }

    /** What its own limit of borrowing leaves it at most, whatever its cohort has; empty where it has no such limit. */
    OptionalLong bounded() {
        var own = Quantity.units(nominal);
        var limit = most.map(Quantity::units).orElse(OptionalLong.empty());
        return own.isPresent() && limit.isPresent() && taken().isPresent()
                ? OptionalLong.of(Math.max(0, own.getAsLong() + limit.getAsLong() - taken().getAsLong()))
                : OptionalLong.empty();
    }

    /** What it has of its cohort beyond its own, in words for the middle of a sentence; empty without a cohort. */
    String borrows() {
        if (cohort.isEmpty()) {
            return "";
        }
        var own = left();
        if (most.flatMap(limit -> Quantity.units(limit).stream().boxed().findFirst()).filter(limit -> limit == 0)
                .isPresent()) {
            return "may not borrow in cohort " + cohort;
        }
        if (now.isEmpty() || own.isEmpty()) {
            return "may borrow " + most.map(limit -> "at most " + limit + " ").orElse("") + "in cohort " + cohort
                    + (gap.isEmpty() ? "" : "; how much that can lend now is not known: " + gap);
        }
        long more = now.getAsLong() - own.getAsLong();
        return more > 0 ? "may borrow %d in cohort %s now".formatted(more, cohort)
                : "can borrow nothing in cohort %s now".formatted(cohort);
    }

    /** The same where it is known what it can still let in. */
    QueueShare having(long amount) {
        return new QueueShare(queue, cohort, flavor, resource, nominal, most, lends, reclaims, displaces, "", used,
                borrowed, OptionalLong.of(amount), nodes, pending, closed);
    }

    /** The same where it is not known what it can still let in. */
    QueueShare lacking(String why) {
        return new QueueShare(queue, cohort, flavor, resource, nominal, most, lends, reclaims, displaces, why, used,
                borrowed, now, nodes, pending, closed);
    }

    /** Whether so much could be let in, if work of its own that matters less were ended for it. */
    boolean displacing(long wanted) {
        return displaces && wanted <= ResourceAmounts.saturatedSum(taken().orElse(wanted), now.orElse(0));
    }
}
