package tessera.ui.kit;

import java.util.List;
import java.util.Optional;

/**
 * State of a screen that is a table.
 *
 * @param notice    what is said in place of the table; empty while there is one
 * @param rows      those that pass the filter, in order
 * @param countText e.g. {@code 16 of 160}
 * @param problem   what of the filter was not understood; empty when all was
 * @param sumsText  a line below the table
 * @param <R>       what a row shows
 */
public record TableScreenState<R>(Optional<EmptyScreenNotice> notice, List<R> rows, String countText, String problem,
        String sumsText) {

    public TableScreenState {
        rows = List.copyOf(rows);
    }

    /** Returns the state of a screen without data. */
    public static <R> TableScreenState<R> withoutData(EmptyScreenNotice notice) {
        return new TableScreenState<>(Optional.of(notice), List.of(), "", "", "");
    }
}
