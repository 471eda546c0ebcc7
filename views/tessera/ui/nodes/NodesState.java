package tessera.ui.nodes;

import java.util.List;
import java.util.Optional;
import tessera.insight.Bound;
import tessera.ui.kit.Notice;

/**
 * What the nodes screen shows.
 *
 * @param notice  what is said in place of the table; empty while there is one
 * @param rows    those that pass the filter, in order
 * @param count   e.g. {@code 16 of 24}
 * @param problem what of the filter was not understood; empty when all was
 * @param sums    a line below the table
 */
record NodesState(Optional<Notice> notice, List<NodeRow> rows, String count, String problem, Sums sums) {

    /** What the rows add up to; −1 where that is not known. */
    record Sums(int nodes, long capacity, long usable, long allocated, long free, Bound held, Bound left) {}

    NodesState {
        rows = List.copyOf(rows);
    }
}
