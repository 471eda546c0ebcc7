package tessera.ui.journal;

import java.util.List;
import java.util.Optional;
import tessera.ui.kit.ScreenNotice;

/**
 * What the journal's screen shows.
 *
 * @param notice  what is said in place of the table; empty while there is one
 * @param rows    those that pass the filter, in order
 * @param count   e.g. {@code 3 of 12}
 * @param problem what of the filter was not understood; empty when all was
 * @param sum     a line below the table
 */
record JournalPage(Optional<ScreenNotice> notice, List<RunRow> rows, String count, String problem, String sum) {

    JournalPage {
        rows = List.copyOf(rows);
    }
}
