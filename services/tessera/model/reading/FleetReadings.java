package tessera.model.reading;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tessera.model.Problem;

/**
 * What is known of all devices at one moment: a value that never changes and is replaced whole. A node that was not
 * read anew is the same object in the next.
 *
 * @param at      when it was put together, by this machine's clock
 * @param nodes   by name; a node that is missing has not been looked at
 * @param trouble why there are no readings at all, such as a missing permission; null when there are, or may be
 */
public record FleetReadings(Instant at, Map<String, NodeReadings> nodes, @Nullable Problem trouble) {

    private static final FleetReadings NOTHING = new FleetReadings(Instant.EPOCH, Map.of(), null);

    /** Before anything was read. */
    public static FleetReadings nothing() {
        return NOTHING;
    }

    public @Nullable NodeReadings node(String name) {
        return nodes.get(name);
    }

    /** Whether it is known how it stands with the readings of a node. */
    public boolean heard(String name) {
        var node = nodes.get(name);
        return trouble != null || (node != null && node.heard());
    }

    /** What was read of a node of late; null when that is nothing. */
    public @Nullable NodeReadings recent(String name) {
        var node = nodes.get(name);
        return node != null && node.freshness(at) == NodeReadings.Freshness.FRESH ? node : null;
    }
}
