package tessera.ui.alerts;

import java.time.Instant;
import java.util.Set;
import tessera.insight.GpuFleet;

/**
 * What is asked of the alerts screen.
 *
 * @param section which alerts
 * @param opened  keys of those of which everything is told
 * @param seen    what was found here
 * @param foreign what a Prometheus finds
 * @param source  of which of them alerts are listed
 */
record AlertsQuery(String filter, AlertSection section, Set<String> opened, AlertsFeed.FiringAlerts seen, Instant now,
        PrometheusAlert foreign, AlertOrigin source) {

    /** Who found something. */
    enum AlertOrigin {
        ALL,
        HERE,
        PROMETHEUS
    }

    /** Which alerts are listed. */
    enum AlertSection {
        ALL,
        FIRING,
        PENDING,
        RESOLVED
    }

    AlertsQuery {
        opened = Set.copyOf(opened);
    }

    /** With the nodes of what names pods only. */
    AlertsQuery located(GpuFleet fleet) {
        return new AlertsQuery(filter, section, opened, seen, now, foreign.located(fleet), source);
    }
}
