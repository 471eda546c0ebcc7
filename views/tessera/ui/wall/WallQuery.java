package tessera.ui.wall;

import java.time.Instant;
import tessera.ui.alerts.FxAlertFeed;

/**
 * Query of the wall pages: page, time, firing alerts.
 *
 * @param page which is in sight
 * @param now  the time, in steps as coarse as ages are shown
 * @param firingAlerts what fires
 */
record WallQuery(WallPage page, Instant now, FxAlertFeed.FiringAlerts firingAlerts) {}
