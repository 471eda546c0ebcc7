package tessera.ui.wall;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import tessera.gpu.AcceleratorCatalog;

/**
 * Display options of a wall.
 *
 * @param pages        of each cluster, in this order; at least one
 * @param rotate       how long each is shown
 * @param dimming      when it is dimmed
 * @param accelerators what counts as one
 * @param clock        the time, and the zone of the people who look at it
 */
public record WallDisplayOptions(List<WallPageKind> pages, Duration rotate, WallDimmingHours dimming,
        AcceleratorCatalog accelerators, Clock clock) {

    public WallDisplayOptions {
        pages = List.copyOf(pages);
    }
}
