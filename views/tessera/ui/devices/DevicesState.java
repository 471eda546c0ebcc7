package tessera.ui.devices;

import java.util.List;
import java.util.Optional;
import tessera.ui.kit.ScreenNotice;

/**
 * What the GPUs screen shows.
 *
 * @param notice  what is said in place of the table; empty while there is one
 * @param rows    those that pass the filter, in order
 * @param count   e.g. {@code 16 of 160}
 * @param problem what of the filter was not understood; empty when all was
 * @param sums    a line below the table
 */
record DevicesState(Optional<ScreenNotice> notice, List<DeviceRow> rows, String count, String problem, String sums) {

    DevicesState {
        rows = List.copyOf(rows);
    }
}
