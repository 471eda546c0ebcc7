package tessera.model.reading;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tessera.model.Problem;

/**
 * The readings of all devices at one moment, immutable and replaced as a whole. A node that was not
 * read anew is the same object in the next.
 *
 * @param at      when it was put together, by this machine's clock
 * @param nodes   by name; a node that is missing has not been looked at
 * @param problem why there are no readings at all, such as a missing permission; null when there are, or may be
 */
public record FleetReadings(Instant at, Map<String, NodeReadings> nodes, @Nullable Problem problem) {

    private static final FleetReadings NOTHING = new FleetReadings(Instant.EPOCH, Map.of(), null);

    /** Returns the state before anything was read. */
    public static FleetReadings emptyReadings() {
        return NOTHING;
    }

    public @Nullable NodeReadings readingsOf(String name) {
        return nodes.get(name);
    }

    /** Returns whether the state of the readings of a node is known. */
    public boolean isResolved(String name) {
        var node = nodes.get(name);
        return problem != null || (node != null && node.isResolved());
    }

    /** Returns the recent readings of a node; null if there are none. */
    public @Nullable NodeReadings recentReadings(String name) {
        var node = nodes.get(name);
        return node != null && node.freshnessAt(at) == NodeReadings.ReadingFreshness.FRESH ? node : null;
    }
}
