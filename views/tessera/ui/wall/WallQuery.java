package tessera.ui.wall;

import java.time.Instant;
import tessera.ui.alerts.AlertsFeed;

/**
 * What is asked of the pages of a wall.
 *
 * @param page which is in sight
 * @param now  the time, in steps as coarse as ages are shown
 * @param seen what fires
 */
record WallQuery(WallPage page, Instant now, AlertsFeed.FiringAlerts seen) {}
