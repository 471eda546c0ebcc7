package tessera.demo.signal;

import java.util.List;
import java.util.Map;

/** What the programs on a board do to it. */
record Work(Board board, Map<Unit, List<Holder>> holders) {

    /** One of its units at one moment. */
    Activity of(Unit unit, long second) {
        var sharing = holders.getOrDefault(unit, List.of());
        int luck = 64 * board.index() + (unit.instance() == null ? 0 : 1 + unit.instance().id());
        var sum = Activity.NONE;
        // Those who share a board slow one another down.
        double work = 1 / Math.sqrt(Math.max(1, sharing.size()));
        for (var holder : sharing) {
            sum = sum.with(holder.at(second, luck).scaled(work, 1.0 / board.replicas()));
        }
        return sum;
    }

    /** All of the board. */
    Activity whole(long second) {
        var sum = Activity.NONE;
        for (var unit : board.units()) {
            sum = sum.with(of(unit, second).scaled(unit.part(), 1));
        }
        return sum;
    }
}
