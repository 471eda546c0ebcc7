package tessera.ui.journal;

import java.util.List;
import java.util.Optional;
import tessera.ui.kit.EmptyScreenNotice;

/**
 * State of the journal's screen.
 *
 * @param notice  what is said in place of the table; empty while there is one
 * @param rows    those that pass the filter, in order
 * @param countText   e.g. {@code 3 of 12}
 * @param problem what of the filter was not understood; empty when all was
 * @param sumText     a line below the table
 */
record ChangeJournalScreenState(Optional<EmptyScreenNotice> notice, List<ChangeJournalRow> rows, String countText,
        String problem,
        String sumText) {

    ChangeJournalScreenState {
        rows = List.copyOf(rows);
    }
}
