package tessera.ui.wall;

import java.time.Instant;
import java.time.ZoneId;
import tessera.ui.OpenableClusterList;

/**
 * Query of a wall's header: time, zone, clusters.
 *
 * @param now      the second it is
 * @param clusters which of them is open
 */
record WallHeaderInput(Instant now, ZoneId zone, OpenableClusterList clusters) {}
