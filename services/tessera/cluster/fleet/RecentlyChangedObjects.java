package tessera.cluster.fleet;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** Claims that changed and pods that were deleted within the last minute. Used by one thread. */
final class RecentlyChangedObjects {

    private static final Duration KEPT = Duration.ofMinutes(1);
    /** What a server changes in a minute has no end. */
    private static final int MOST = 100_000;

    /** The oldest first. */
    private final LinkedHashMap<String, Instant> known = new LinkedHashMap<>();
    private Map<String, Instant> told = Map.of();
    private boolean changed;

    void noteChange(String key, Instant now) {
        known.remove(key);
        known.put(key, now);
        if (known.size() > MOST) {
            known.pollFirstEntry();
        }
        changed = true;
    }

    /** Returns the objects that are recent at a time; the same map while nothing changed. */
    Map<String, Instant> recentAt(Instant now) {
        changed |= known.values().removeIf(at -> at.plus(KEPT).isBefore(now));
        if (changed) {
            changed = false;
            told = Map.copyOf(known);
        }
        return told;
    }
}
