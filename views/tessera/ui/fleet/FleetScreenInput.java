package tessera.ui.fleet;

import java.time.Instant;
import tessera.ui.heatmap.HeatmapColorMode;

/**
 * The query of the fleet screen.
 *
 * @param namespace whose pods stand out; empty for all
 * @param minute    the minute it is, so that ages move on while nothing else does
 */
public record FleetScreenInput(HeatmapColorMode colorMode, HeatmapNodeGrouping grouping, String namespace,
        Instant minute) {}
