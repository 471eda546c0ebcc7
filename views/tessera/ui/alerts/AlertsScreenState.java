package tessera.ui.alerts;

import java.util.List;
import java.util.Optional;
import tessera.ui.kit.EmptyScreenNotice;

/**
 * The content of the alerts screen.
 *
 * @param notice   what is said in place of the list; empty while there is one
 * @param empty    what an empty list means
 * @param coverage what is watched, and what is not
 * @param filterSummary  how many pass the filter, and what of it was not understood
 */
record AlertsScreenState(Optional<EmptyScreenNotice> notice, List<AlertListLine> lines, AlertSectionCounts counts,
        EmptyAlertListText empty, String coverage, FilterSummary filterSummary) {

    /** The number of alerts in each section, before the filter. */
    record AlertSectionCounts(int firing, int pending, int resolved) {}

    /** The text in place of an empty list. */
    record EmptyAlertListText(String title, String text) {}

    /**
     * The result of the filter.
     *
     * @param count e.g. {@code 2 of 9}; empty where nothing is filtered
     */
    record FilterSummary(String count, String problem) {}

    AlertsScreenState {
        lines = List.copyOf(lines);
    }
}
