package tessera.ui.wall;

import java.time.Instant;
import java.time.ZoneId;
import tessera.ui.ClusterList;

/**
 * What is asked of the head of a wall.
 *
 * @param now      the second it is
 * @param clusters which of them is open
 */
record HeadQuery(Instant now, ZoneId zone, ClusterList clusters) {}
