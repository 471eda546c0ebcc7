package tessera.ui.alerts;

import java.time.Instant;
import java.util.Set;

/**
 * What is asked of the alerts screen.
 *
 * @param section which alerts
 * @param opened  keys of those of which everything is told
 * @param seen    what there is
 */
record AlertsQuery(String filter, Section section, Set<String> opened, AlertsFeed.Seen seen, Instant now) {

    /** Which alerts are listed. */
    enum Section {
        ALL,
        FIRING,
        PENDING,
        RESOLVED
    }

    AlertsQuery {
        opened = Set.copyOf(opened);
    }
}
