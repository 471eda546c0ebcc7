package tessera.ui.nodes;

import java.util.List;
import java.util.Optional;
import tessera.insight.EstimateBound;
import tessera.ui.kit.ScreenNotice;

/**
 * State of the nodes screen.
 *
 * @param notice  what is said in place of the table; empty while there is one
 * @param rows    those that pass the filter, in order
 * @param count   e.g. {@code 16 of 24}
 * @param problem what of the filter was not understood; empty when all was
 * @param sums    a line below the table
 */
record NodesState(Optional<ScreenNotice> notice, List<NodeRow> rows, String count, String problem, NodeSums sums) {

    /** Sums over the rows; -1 for unknown ones. */
    record NodeSums(int nodes, long capacity, long usable, long allocated, long free, EstimateBound allocatedGpus,
            EstimateBound left) {}

    NodesState {
        rows = List.copyOf(rows);
    }
}
