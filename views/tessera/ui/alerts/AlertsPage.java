package tessera.ui.alerts;

import java.util.List;
import java.util.Optional;
import tessera.ui.kit.ScreenNotice;

/**
 * What the alerts screen shows.
 *
 * @param notice   what is said in place of the list; empty while there is one
 * @param empty    what an empty list means
 * @param coverage what is watched, and what is not
 * @param matched  how many pass the filter, and what of it was not understood
 */
record AlertsPage(Optional<ScreenNotice> notice, List<AlertLine> lines, SectionCounts counts, Empty empty,
        String coverage,
        FilterSummary matched) {

    /** How many alerts there are in each section, before the filter. */
    record SectionCounts(int firing, int pending, int resolved) {}

    /** What stands in place of lines where there are none. */
    record Empty(String title, String text) {}

    /**
     * What became of the filter.
     *
     * @param count e.g. {@code 2 of 9}; empty where nothing is filtered
     */
    record FilterSummary(String count, String problem) {}

    AlertsPage {
        lines = List.copyOf(lines);
    }
}
