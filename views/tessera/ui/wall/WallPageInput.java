package tessera.ui.wall;

import java.time.Instant;
import tessera.ui.alerts.ActiveAlerts;
import tessera.ui.alerts.JavaFxAlertFeed;

/**
 * Query of the wall pages: page, time, firing alerts.
 *
 * @param page which is in sight
 * @param now  the time, in steps as coarse as ages are shown
 * @param alerts what fires, by our rules and by those of a Prometheus
 */
record WallPageInput(WallPageKind page, Instant now, ActiveAlerts alerts) {

    JavaFxAlertFeed.FiringAlerts firingAlerts() {
        return alerts.firingAlerts();
    }
}
