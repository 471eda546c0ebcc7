package tessera.ui.alerts;

import java.time.Instant;
import java.util.Set;
import tessera.gpu.GpuFleet;

/**
 * The query of the alerts screen.
 *
 * @param section which alerts
 * @param expandedKeys  keys of those of which everything is told
 * @param firingAlerts    what was found here
 * @param prometheusAlerts what a Prometheus finds
 * @param origin  of which of them alerts are listed
 */
record AlertsScreenInput(String filter, AlertSection section, Set<String> expandedKeys,
        JavaFxAlertFeed.FiringAlerts firingAlerts, Instant now, PrometheusAlertSnapshot prometheusAlerts,
        AlertOrigin origin) {

    /** The origin of an alert. */
    enum AlertOrigin {
        ALL,
        HERE,
        PROMETHEUS
    }

    /** The sections of the alerts screen. */
    enum AlertSection {
        ALL,
        FIRING,
        PENDING,
        RESOLVED
    }

    AlertsScreenInput {
        expandedKeys = Set.copyOf(expandedKeys);
    }

    /** Returns a copy in which alerts about pods name their nodes. */
    AlertsScreenInput withNodes(GpuFleet fleet) {
        return new AlertsScreenInput(filter, section, expandedKeys, firingAlerts, now,
                prometheusAlerts.withNodes(fleet), origin);
    }
}
