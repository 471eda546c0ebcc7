package tessera.ui.nodes;

import java.util.List;
import java.util.Optional;
import tessera.gpu.EstimateBoundKind;
import tessera.ui.kit.EmptyScreenNotice;

/**
 * State of the nodes screen.
 *
 * @param notice  what is said in place of the table; empty while there is one
 * @param rows    those that pass the filter, in order
 * @param count   e.g. {@code 16 of 24}
 * @param problem what of the filter was not understood; empty when all was
 * @param sums    a line below the table
 */
record NodesScreenState(Optional<EmptyScreenNotice> notice, List<NodeRow> rows, String count, String problem,
        NodeSums sums) {

    /** Sums over the rows; -1 for unknown ones. */
    record NodeSums(int nodes, long capacity, long usable, long allocated, long free, EstimateBoundKind allocatedGpus,
            EstimateBoundKind left) {}

    NodesScreenState {
        rows = List.copyOf(rows);
    }
}
