package tessera.ui.devices;

import java.util.List;
import java.util.Optional;
import tessera.ui.kit.EmptyScreenNotice;

/**
 * State of the GPUs screen.
 *
 * @param notice  what is said in place of the table; empty while there is one
 * @param rows    those that pass the filter, in order
 * @param countText   e.g. {@code 16 of 160}
 * @param problem what of the filter was not understood; empty when all was
 * @param sumsText    a line below the table
 */
record GpusScreenState(Optional<EmptyScreenNotice> notice, List<GpuTableRow> rows, String countText, String problem,
        String sumsText) {

    GpusScreenState {
        rows = List.copyOf(rows);
    }
}
